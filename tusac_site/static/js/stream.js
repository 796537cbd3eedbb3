/* One live stream for all tabs of this browser, for over HTTP/1.1 it opens six connections and no more.

   This file is two things. As a script of a page it is `tusacStream`: a tab says what it listens to, and hears of it. As a
   worker that all tabs share it is the hub, which keeps the one stream (`/stream?on=…`) and passes on what that says: only
   that something has moved on. Where there is no such worker, the tab that came into sight last is the hub for all; where
   tabs cannot agree on one either, each in sight is its own. Tabs and hub speak over one channel:

   tab: { here, member, born, topics, wakes } or { bye }      hub: { said, topics, only }, of all topics where none are named
   said: "who" (is there), "open", "lost", "moved", "left" (the login has ended), "rest" (nothing is heard while out of sight) */
(function () {
  "use strict";

  const script = typeof document === "undefined" ? self.location.href : document.currentScript.src;
  const NAME = "tusac-stream " + script; // tabs of two versions of the club do not understand each other
  const MOST = 150; // topics, `MOST_TOPICS` of the server
  const BEAT = 20000; // ms between two signs of life, of the server's and of a tab's
  const now = () => Date.now();

  // --- the hub
  function serve(channel) {
    const tabs = new Map(), sources = new Set();
    let carries = [], state = "", aliveAt = now(), patience = 1000, timer = 0, due = Infinity;
    let newest = { member: "", born: 0 };

    function tell(said, more) {
      channel.postMessage({ said: said, ...more });
    }
    function set(now) {
      state = now;
      tell(now);
    }
    function wanted() {
      return [...new Set([...tabs.values()].flatMap((tab) => tab.topics))].sort().slice(0, MOST);
    }
    function drop(source) {
      source.close();
      sources.delete(source);
    }
    // In a moment, so that a page that goes and the next one that comes are one change.
    function soon(wait) {
      if (now() + wait >= due) return;
      clearTimeout(timer);
      due = now() + wait;
      timer = setTimeout(() => connect(false), wait);
    }
    // The old stream is heard until the new one is: nothing is missed in between, and only what is new has to look.
    function connect(anew) {
      clearTimeout(timer);
      due = Infinity;
      const before = anew || state !== "open" ? [] : carries;
      const topics = wanted();
      if (!anew && sources.size && topics.join() === carries.join()) return;
      carries = topics;
      const old = [...sources];
      if (!topics.length) { old.forEach(drop); return; }
      const mine = new EventSource("/stream?on=" + topics.join());
      let isFirst = true;
      sources.add(mine);
      mine.addEventListener("moved", function (event) {
        aliveAt = now();
        const moved = event.data === "*" ? topics : event.data.split(" ");
        const news = isFirst ? moved.filter((topic) => !before.includes(topic)) : moved;
        if (isFirst) {
          old.forEach(drop);
          isFirst = false;
          patience = 1000;
          set("open");
        }
        if (news.length) tell("moved", { topics: news });
      });
      mine.addEventListener("beat", () => { aliveAt = now(); });
      mine.addEventListener("left", function () {
        drop(mine);
        carries = [];
        tell("left");
        soon(1000);
      });
      mine.onopen = () => { if (!isFirst) set("open"); };
      mine.onerror = function () {
        if (!sources.has(mine)) return;
        set("lost");
        if (mine.readyState !== EventSource.CLOSED) return; // the browser tries again by itself
        drop(mine);
        carries = [];
        soon(patience);
        patience = Math.min(2 * patience, 15000);
      };
    }
    function hear(tab) {
      if (tab.bye) {
        if (tabs.delete(tab.bye)) soon(10000);
        return;
      }
      if (!tab.here) return;
      const known = tabs.get(tab.here);
      tabs.set(tab.here, { topics: tab.topics, at: now() });
      const isOther = tab.born > newest.born && newest.born && tab.member !== newest.member; // who has logged in since
      if (tab.born > newest.born) newest = tab;
      if (sources.size && (isOther || (tab.wakes && now() - aliveAt > BEAT + 5000))) return connect(true);
      const added = tab.topics.filter((topic) => !(known && known.topics.includes(topic)));
      if (wanted().some((topic) => !carries.includes(topic))) soon(50);
      else if (wanted().length < carries.length) soon(10000);
      if (!tab.topics.length || !state) return;
      tell(state, { only: tab.here });
      // Something may have moved on since its page was drawn.
      const heard = added.filter((topic) => state === "open" && carries.includes(topic));
      if (heard.length) tell("moved", { topics: heard, only: tab.here });
    }
    channel.onmessage = (event) => hear(event.data);
    const watch = setInterval(function () {
      // A tab that froze or crashed said nothing; thawed it says that it is here.
      tabs.forEach((tab, id) => { if (now() - tab.at > 10 * BEAT) tabs.delete(id); });
      if (sources.size && now() - aliveAt > 2.5 * BEAT) { aliveAt = now(); connect(true); }
    }, BEAT / 2);
    tell("who");
    return function stop() {
      clearInterval(watch);
      clearTimeout(timer);
      sources.forEach(drop);
      channel.close();
    };
  }

  if (typeof document === "undefined") {
    serve(new BroadcastChannel(NAME));
    return;
  }

  // --- a tab
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
      new SharedWorker(script).onerror = instead;
    } catch { instead(); }
  }
  function instead() {
    if (navigator.locks) lead();
    else alone();
  }
  // The tab that came into sight last takes the lead: one out of sight may be put to sleep.
  function lead() {
    let isLeading = false, waits = false;
    function ask(options) {
      let stop = null;
      const led = navigator.locks.request(NAME, options, () => new Promise(function () {
        isLeading = true;
        stop = serve(new BroadcastChannel(NAME));
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
      if (!document.hidden) { stop = serve(new BroadcastChannel(NAME + me.here)); return; }
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
