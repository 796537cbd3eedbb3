/* One live stream for all tabs of this browser, for over HTTP/1.1 it opens six connections and no more.

   `tusacStream` is a tab's end: it says what the tab listens to, and hears of it. The hub (`stream_hub.js`) keeps the stream:
   a worker that all tabs share; where there is none, the tab that came into sight last, for all; where tabs cannot agree on
   one either, each in sight for itself. Tabs and hub speak over one channel:

   tab: { here, member, born, topics, wakes } or { bye }      hub: { said, topics, only }, of all topics where none are named
   said: "who" (is there), "open", "lost", "moved", "left" (the login has ended), "rest" (nothing is heard while out of sight) */
(function () {
  "use strict";

  const hub = document.currentScript.dataset.hub;
  const NAME = "tusac-stream " + new URL(hub, location.href).href; // tabs of two versions of the club do not understand each other
  const BEAT = 20000; // ms between two signs of life
  const now = () => Date.now();

  const SILENT = 10000; // ms after which a hub that says nothing is none
  const me = { here: Math.random().toString(36).slice(2) + now(), member: document.documentElement.dataset.member || "", born: now(), topics: [] };
  let channel = null, heard = function () {}, isHosted = false, isOver = false, silence = 0;

  function say(more) {
    if (channel && !isOver) channel.postMessage({ ...me, ...more });
  }
  function join(name) {
    if (channel) channel.close();
    channel = new BroadcastChannel(name);
    channel.onmessage = function (event) {
      const word = event.data;
      if (isOver) return;
      if (word.said === "open" || word.said === "lost") clearTimeout(silence);
      if (word.said === "who") say();
      else if (word.said && (!word.only || word.only === me.here)) heard(word.said, word.topics || []);
      // A page that came after this one is somebody else's: whether this one still is its reader's, the club knows.
      else if (word.here && word.born > me.born && word.member !== me.member) document.dispatchEvent(new CustomEvent("tusac:doubt"));
    };
  }

  function host() {
    if (isHosted) return;
    isHosted = true;
    try {
      new SharedWorker(hub).onerror = instead;
    } catch { instead(); }
  }
  function instead() {
    const script = document.createElement("script");
    script.src = hub;
    script.onload = navigator.locks ? lead : alone;
    document.head.append(script);
  }
  // The tab that came into sight last takes the lead: one out of sight may be put to sleep.
  function lead() {
    let isLeading = false, waits = false;
    function ask(options) {
      let stop = null;
      const led = navigator.locks.request(NAME, options, () => new Promise(function () {
        isLeading = true;
        stop = window.tusacHub(new BroadcastChannel(NAME));
      }));
      led.catch(function () {
        if (stop) stop();
        isLeading = false;
        queue();
      });
    }
    function queue() {
      if (waits) return;
      waits = true;
      navigator.locks.request(NAME, () => { waits = false; }).then(() => { if (!isLeading && !isOver) ask({}); }, () => {});
    }
    function show() {
      if (!document.hidden && !isLeading && !isOver) ask({ steal: true });
    }
    document.addEventListener("visibilitychange", show);
    if (document.hidden) queue();
    else show();
  }
  function alone() {
    let stop = null;
    join(NAME + me.here);
    function show() {
      if (document.hidden === !stop) return;
      if (!document.hidden) { stop = window.tusacHub(new BroadcastChannel(NAME + me.here)); return; }
      stop();
      stop = null;
      heard("rest", []);
    }
    document.addEventListener("visibilitychange", show);
    show();
  }

  window.tusacStream = {
    // Calls `hear(said, topics)` for whatever the hub says.
    begin: function (hear) {
      heard = hear;
      if (!window.BroadcastChannel || !window.EventSource) return;
      join(NAME);
      say();
      window.setInterval(say, BEAT);
    },
    // What this tab listens to from now on.
    on: function (topics) {
      if (topics.join() === me.topics.join()) return;
      me.topics = topics;
      clearTimeout(silence);
      if (topics.length) silence = setTimeout(() => heard("lost", []), channel ? SILENT : 0);
      if (topics.length && channel) host();
      say();
    },
    // Back in sight, online or awake: the hub finds out whether its stream still lives.
    wake: () => say({ wakes: true }),
    leave: function () { if (channel && !isOver) channel.postMessage({ bye: me.here }); },
    end: function () {
      this.leave();
      isOver = true;
    },
  };
})();
