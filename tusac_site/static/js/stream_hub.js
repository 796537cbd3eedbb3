/* The hub of the stream that all tabs of a browser share: it keeps the one connection (`/stream?on=…`) and passes on what that
   says, which is only that something has moved on. It is a worker that all tabs share, or a script of the tab that listens
   for all; `stream.js` says which, and how tabs and hub speak. */
(function () {
  "use strict";

  const MOST = 150; // topics, `MOST_TOPICS` of the server
  const BEAT = 20000; // ms between two signs of life, of the server's and of a tab's
  const now = () => Date.now();

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

  if (typeof document === "undefined") serve(new BroadcastChannel("tusac-stream " + self.location.href));
  else window.tusacHub = serve;
})();
