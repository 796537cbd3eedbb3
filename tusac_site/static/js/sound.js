/* Short sounds by kind of event, made here, and a shake on one's turn and when one wins; each as the reader wishes (data-sound,
   data-vibration). A browser lets a page sound only after it was touched. */
(function () {
  "use strict";

  const wishes = document.documentElement.dataset;
  const Context = window.AudioContext;
  let context = null, isTouched = false;
  function wake() {
    isTouched = true;
    if (wishes.sound === "off" || !Context) return;
    context = context || new Context();
    if (context.state === "suspended") context.resume();
  }
  ["pointerdown", "keydown"].forEach((name) => document.addEventListener(name, wake, { passive: true }));

  function shaped(source, at, lasts, volume) {
    const gain = context.createGain();
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(volume * (wishes.sound === "quiet" ? 0.3 : 1), at + 0.005);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + lasts);
    source.connect(gain).connect(context.destination);
    return source;
  }
  function note(hertz, at, lasts, volume) {
    const tone = context.createOscillator();
    tone.type = "triangle";
    tone.frequency.value = hertz;
    shaped(tone, at, lasts, volume);
    tone.start(at);
    tone.stop(at + lasts);
  }
  let noise = null;
  function rustle(hertz, at, lasts, volume) {
    if (!noise) {
      noise = context.createBuffer(1, context.sampleRate / 4, context.sampleRate);
      const wave = noise.getChannelData(0);
      for (let i = 0; i < wave.length; i++) wave[i] = 2 * Math.random() - 1;
    }
    const paper = context.createBufferSource(), band = context.createBiquadFilter();
    paper.buffer = noise;
    band.type = "bandpass";
    band.frequency.value = hertz;
    paper.connect(band);
    shaped(band, at, lasts, volume);
    paper.start(at, Math.random() / 10, lasts);
  }
  const SOUNDS = {
    deal: (at) => [0, 0.07, 0.14, 0.21].forEach((late) => rustle(2600, at + late, 0.05, 0.25)),
    discard: (at) => rustle(1300, at, 0.09, 0.5),
    draw: (at) => rustle(3800, at, 0.14, 0.22),
    meld: (at) => [0, 0.08].forEach((late) => rustle(900, at + late, 0.07, 0.6)),
    dead: (at) => rustle(500, at, 0.12, 0.35),
    waived: (at) => [494, 440].forEach((hertz, i) => note(hertz, at + 0.15 * i, 0.22, 0.14)),
    won: (at) => [523, 659, 784, 1047].forEach((hertz, i) => note(hertz, at + 0.1 * i, 0.35, 0.16)),
    win: (at) => [523, 659, 784, 1047, 1319].forEach((hertz, i) => note(hertz, at + 0.12 * i, i === 4 ? 0.9 : 0.35, 0.18)),
    exhausted: (at) => [392, 330].forEach((hertz, i) => note(hertz, at + 0.18 * i, 0.35, 0.14)),
    turn: (at) => [659, 880].forEach((hertz, i) => note(hertz, at + 0.12 * i, 0.25, 0.16)),
  };
  function play(kind, late) {
    if (wishes.sound === "off" || !context || context.state !== "running" || !SOUNDS[kind]) return;
    SOUNDS[kind](context.currentTime + late / 1000);
  }
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
    play(isWin ? "win" : step.kind, step.at);
    if (isWin) shake([60, 50, 60, 50, 180]);
  }));
  document.addEventListener("tusac:turn", function () {
    play("turn", 0);
    shake([40, 60, 40]);
  });
})();
