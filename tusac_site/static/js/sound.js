/* Short sounds, a timbre for each kind of event, made here through one gain for loudness, and a shake on one's turn and when one
   wins; each as the reader wishes (data-sound, data-vibration). A browser lets a page sound only after it was touched.
   Paper for cards, wood for claims, bells for sets, brass for wins, a reed for what one pays, a buzz for what was not done. */
(function () {
  "use strict";

  const wishes = document.documentElement.dataset;
  const Context = window.AudioContext;
  const LOUDNESS = { off: 0, quiet: 0.3, on: 1, loud: 2 };
  let context = null, loudness = null, isTouched = false;
  function open() {
    if (!context) {
      context = new Context();
      loudness = context.createGain();
      loudness.connect(context.destination);
    }
    if (context.state === "suspended") context.resume();
  }
  function wake() {
    isTouched = true;
    if (wishes.sound !== "off" && Context) open();
  }
  ["pointerdown", "keydown"].forEach((name) => document.addEventListener(name, wake, { passive: true }));

  function shaped(source, at, lasts, volume) {
    const gain = context.createGain();
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(volume, at + 0.005);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + lasts);
    source.connect(gain).connect(loudness);
  }
  function note(type, hertz, at, lasts, volume, slidesTo) {
    const tone = context.createOscillator();
    tone.type = type;
    tone.frequency.setValueAtTime(hertz, at);
    if (slidesTo) tone.frequency.exponentialRampToValueAtTime(slidesTo, at + lasts);
    shaped(tone, at, lasts, volume);
    tone.start(at);
    tone.stop(at + lasts);
  }
  let noise = null;
  function rustle(type, hertz, at, lasts, volume) {
    if (!noise) {
      noise = context.createBuffer(1, context.sampleRate / 4, context.sampleRate);
      const wave = noise.getChannelData(0);
      for (let i = 0; i < wave.length; i++) wave[i] = 2 * Math.random() - 1;
    }
    const paper = context.createBufferSource(), filter = context.createBiquadFilter();
    paper.buffer = noise;
    filter.type = type;
    filter.frequency.value = hertz;
    paper.connect(filter);
    shaped(filter, at, lasts, volume);
    paper.start(at, Math.random() / 10, lasts);
  }
  const row = (type, tones, at, every, lasts, volume) =>
    tones.forEach((hertz, i) => note(type, hertz, at + every * i, i === tones.length - 1 ? 2 * lasts : lasts, volume));
  // A bell is a tone and an overtone that is no multiple of it; wood is a short low tone under a knock.
  const bell = (hertz, at) => [1, 2.76].forEach((times, i) => note("sine", hertz * times, at, 0.5 - 0.2 * i, 0.16 - 0.08 * i));
  const wood = (hertz, at) => {
    note("sine", hertz, at, 0.07, 0.3, hertz / 2);
    rustle("lowpass", 700, at, 0.03, 0.5);
  };
  const SOUNDS = {
    deal: (at) => [0, 0.07, 0.14, 0.21].forEach((late) => rustle("bandpass", 2600, at + late, 0.05, 0.25)),
    discard: (at) => rustle("bandpass", 1300, at, 0.09, 0.5),
    draw: (at) => rustle("highpass", 3800, at, 0.14, 0.16),
    meld: (at) => wood(420, at),
    pair: (at) => [0, 0.12].forEach((late) => wood(260, at + late)),
    khap: (at) => [440, 554].forEach((hertz, i) => bell(hertz, at + 0.12 * i)),
    quan: (at) => [440, 554, 659, 880].forEach((hertz, i) => bell(hertz, at + 0.1 * i)),
    dead: (at) => rustle("lowpass", 400, at, 0.16, 0.7),
    waived: (at) => row("triangle", [494, 440], at, 0.15, 0.14, 0.14),
    penalty: (at) => row("square", [233, 196, 156], at, 0.16, 0.16, 0.06),
    won: (at) => row("triangle", [523, 659, 784], at, 0.1, 0.25, 0.16),
    win: (at) => row("sawtooth", [523, 659, 784, 1047, 1319], at, 0.12, 0.4, 0.09),
    exhausted: (at) => row("sine", [392, 330], at, 0.18, 0.3, 0.14),
    turn: (at) => row("triangle", [659, 880], at, 0.12, 0.15, 0.16),
    refused: (at) => note("sawtooth", 110, at, 0.22, 0.12, 82),
  };
  function sound(kind, late, volume) {
    if (!volume || !context || context.state !== "running" || !SOUNDS[kind]) return;
    loudness.gain.value = volume;
    SOUNDS[kind](context.currentTime + late / 1000);
  }
  const play = (kind, late) => sound(kind, late, LOUDNESS[wishes.sound]);
  function shake(pattern) {
    if (wishes.vibration === "on" && isTouched && navigator.vibrate) navigator.vibrate(pattern);
  }
  // The reader's own win has a sound of its own, and a longer shake.
  function isOwnWin(step) {
    const own = document.getElementById("own");
    return step.kind === "won" && own !== null && own.dataset.seat === step.seat;
  }
  document.addEventListener("tusac:steps", (event) => event.detail.forEach(function (step) {
    const isWin = isOwnWin(step);
    play(isWin ? "win" : step.sound || step.kind, step.at);
    if (isWin) shake([60, 50, 60, 50, 180]);
  }));
  document.addEventListener("tusac:turn", function () {
    play("turn", 0);
    shake([40, 60, 40]);
  });
  window.addEventListener("offline", () => play("refused", 0));
  document.addEventListener("htmx:afterRequest", function (event) {
    if (event.detail.requestConfig.verb === "post" && !event.detail.successful) play("refused", 0);
  });

  // The page of the preferences lets every sound be heard, also where the table is silent.
  const list = document.getElementById("sounds");
  if (!list || !Context) return;
  list.hidden = false;
  list.addEventListener("click", function (event) {
    const button = event.target.closest("[data-hear]");
    if (!button) return;
    open();
    const hear = () => sound(button.dataset.hear, 0, LOUDNESS[wishes.sound] || LOUDNESS.quiet);
    if (context.state === "running") hear();
    else context.resume().then(hear);
  });
})();
