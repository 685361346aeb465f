// Every page and action works without this script. Its few words come, in the page's language,
// from data attributes of its tag: data-left, -local, -back, -sure, -yes.
(() => {
  'use strict';
  const root = document.documentElement;
  const words = Object.assign(
    { left: '{time} left', local: '({time} in {zone})', back: 'Go back', sure: 'Are you sure?', yes: 'Yes' },
    document.currentScript.dataset,
  );
  const each = (selector, act, scope = document) => scope.querySelectorAll(selector).forEach(act);
  const say = (text, values) => text.replace(/\{(\w+)\}/g, (_, key) => values[key]);
  const stored = (store, key, value) => {
    try {
      if (value === undefined) return window[store].getItem(key);
      window[store].setItem(key, value);
    } catch { /* storage may be switched off */ }
  };

  // the theme: auto, light, dark

  const THEMES = ['auto', 'light', 'dark'];
  const theme = () => THEMES[Math.max(0, THEMES.indexOf(stored('localStorage', 'theme')))];

  function showTheme(now = theme()) {
    root.dataset.theme = now;
    each('button.theme', (button) => {
      const name = button.dataset[now] || now[0].toUpperCase() + now.slice(1);
      button.hidden = false;
      button.dataset.now = now;
      button.textContent = name;
      button.setAttribute('aria-label', `${button.dataset.label || 'Theme'}: ${name}`);
    });
  }

  function nextTheme() {
    const now = THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length];
    stored('localStorage', 'theme', now);
    showTheme(now);
  }

  // the server's clock

  // The page says when it was made; the device only measures how long ago that was.
  // performance.now() may stand still in a sleeping device, so waking looks at Date.now() again.
  let base = 0;
  let mark = performance.now();
  let skew = 0;
  const now = () => base + performance.now() - mark;

  function startClock() {
    const made = Date.parse(root.dataset.now);
    const [load] = performance.getEntriesByType('navigation');
    if (made && load) {
      const old = load.type === 'back_forward' && !load.transferSize; // from the cache: made long ago
      const kept = old && Number(stored('sessionStorage', 'skew'));
      skew = kept || made + performance.now() - load.responseStart - Date.now();
      stored('sessionStorage', 'skew', skew);
    }
    wake();
  }

  function wake() {
    base = Math.max(now(), Date.now() + skew);
    mark = performance.now();
    tick();
  }

  // countdowns

  const MINUTE = 60e3;
  const HOUR = 60 * MINUTE;
  const DAY = 24 * HOUR;
  const seen = new WeakMap(); // countdown → time left at the last look
  let reloading = false;
  let edited = false;

  function spell(left) {
    const pair = (unit, name, part, rest) => `${Math.floor(left / unit)} ${name} ${Math.floor((left % unit) / part)} ${rest}`;
    if (left >= DAY) return pair(DAY, 'd', HOUR, 'h');
    if (left >= HOUR) return pair(HOUR, 'h', MINUTE, 'min');
    if (left >= MINUTE) return pair(MINUTE, 'min', 1e3, 's');
    return `${Math.floor(left / 1e3)} s`;
  }

  function tick() {
    each('time.count[data-until]', (time) => {
      const left = Math.max(0, Date.parse(time.dataset.until) - now());
      const before = seen.get(time);
      const text = spell(left);
      const tone = left < HOUR ? 'urgent' : left < DAY ? 'attend' : 'calm';
      const card = time.closest('.answer:is(.calm, .attend, .urgent)');
      if (time.textContent !== text) time.textContent = text;
      time.dataset.tone = tone;
      if (card) {
        card.classList.remove('calm', 'attend', 'urgent');
        card.classList.add(tone);
        const passed = [MINUTE, 10 * MINUTE, HOUR].find((step) => before > step && left <= step && left > 0);
        if (passed) announce(say(words.left, { time: spell(passed).replace(/ 0 (min|s)$/, '') }));
      }
      if (before > 0 && left === 0) reloadSoon();
      seen.set(time, left);
    });
  }

  // Only a deadline seen passing reloads, at most once a minute, never under an open question
  // or a half-filled form.
  function reloadSoon() {
    if (reloading) return;
    reloading = true;
    const since = Date.now() - Number(stored('sessionStorage', 'reloaded'));
    const guard = since >= 0 && since < MINUTE ? MINUTE - since : 0;
    setTimeout(function reload() {
      if (edited || document.querySelector('dialog[open]')) return setTimeout(reload, 2e3);
      stored('sessionStorage', 'reloaded', Date.now());
      location.reload();
    }, guard + 300 + Math.random() * 900);
  }

  const status = document.createElement('p');
  status.className = 'visually-hidden';
  status.setAttribute('role', 'status');
  const announce = (text) => { status.textContent = text; };

  // the viewer's own time zone

  const viewerZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

  function showLocal(time) {
    const at = new Date(time.getAttribute('datetime'));
    let small = time.nextElementSibling;
    while (small && !small.matches('.local')) small = small.nextElementSibling;
    if (!small || !viewerZone) return;
    const format = (timeZone, parts) => new Intl.DateTimeFormat(root.lang || undefined, { timeZone, ...parts }).format(at);
    const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
    const date = { weekday: 'short', day: 'numeric', month: 'short' };
    const same = (parts) => format(viewerZone, parts) === format(time.dataset.zone, parts);
    try {
      if (same({ ...date, ...clock })) return;
      const zone = viewerZone.split('/').pop().replace(/_/g, ' ');
      small.textContent = say(words.local, { time: format(viewerZone, same(date) ? clock : { ...date, ...clock }), zone });
      small.hidden = false;
    } catch { /* no instant, or a zone this browser doesn't know */ }
  }

  // choices that show more fields

  function reveal() {
    const wanted = new Map();
    each('[data-shows]', (control) => {
      const { when } = control.dataset; // a select may name the values that show the group
      const on = control.matches('select') ? (when ? when.split(' ').includes(control.value) : control.value !== '') : control.checked || control.selected;
      for (const id of control.dataset.shows.split(' ')) wanted.set(id, wanted.get(id) || on);
    });
    // A field with an error stays in sight, or nobody could correct it.
    for (const [id, on] of wanted) {
      const group = document.getElementById(id);
      if (group) group.hidden = !on && !group.querySelector('[aria-invalid="true"], :invalid');
    }
  }

  // forms: ask first, send once

  let agreed = null;

  function onSubmit(event) {
    const form = event.target;
    const button = event.submitter;
    if (event.defaultPrevented || form.getAttribute('method') === 'dialog') return;
    if (form.getAttribute('aria-busy') === 'true') return event.preventDefault();
    const asks = [button, form].find((it) => it && it.dataset.confirm);
    if (asks && agreed !== form) {
      event.preventDefault();
      return ask(asks, form, button);
    }
    agreed = null;
    edited = false;
    form.setAttribute('aria-busy', 'true');
    setTimeout(() => form.removeAttribute('aria-busy'), 10e3); // an answer may be a download
  }

  function ask(asks, form, button) {
    const make = (tag, props, parent) => parent.appendChild(Object.assign(document.createElement(tag), props));
    const { confirm, confirmTitle, confirmYes, confirmName } = asks.dataset;
    const named = button && button.textContent.trim();
    const dialog = make('dialog', { className: 'confirm danger' }, document.body);
    make('h2', { id: 'confirm-title', textContent: confirmTitle || named || words.sure }, dialog);
    make('p', { id: 'confirm-text', textContent: confirm }, dialog);
    dialog.setAttribute('aria-labelledby', 'confirm-title');
    dialog.setAttribute('aria-describedby', 'confirm-text');
    const actions = make('div', { className: 'actions' }, dialog);
    const yes = make('button', { type: 'button', className: 'btn danger', textContent: confirmYes || named || words.yes }, actions);
    const no = make('button', { type: 'button', className: 'btn', textContent: words.back, autofocus: true }, actions);
    no.onclick = () => dialog.close();
    yes.onclick = () => {
      dialog.close();
      make('input', { type: 'hidden', name: confirmName || 'confirm', value: 'true', className: 'agreed' }, form);
      agreed = form;
      form.requestSubmit(button);
      agreed = null;
    };
    dialog.onclose = () => {
      dialog.remove();
      if (button) button.focus();
    };
    dialog.showModal();
    no.focus();
  }

  function onReturn() {
    each('form[aria-busy]', (form) => form.removeAttribute('aria-busy'));
    each('input.agreed', (input) => input.remove());
    showTheme();
    wake();
  }

  // Whoever replaces <main> dispatches "fresh" on document.
  function enhance() {
    showTheme();
    each('time[data-local][data-zone]', showLocal);
    each('input[data-viewer-zone]', (input) => { if (viewerZone) input.value = viewerZone; });
    each('time.count', (time) => time.setAttribute('aria-live', 'off'));
    reveal();
    tick();
  }

  function start() {
    document.body.append(status);
    startClock();
    enhance();
    const notice = ['.error-summary', '.banner', '.flash'].map((it) => document.querySelector(it)).find(Boolean);
    if (notice) {
      notice.tabIndex = -1;
      notice.focus();
    }
    document.addEventListener('fresh', enhance);
    document.addEventListener('submit', onSubmit);
    document.addEventListener('change', reveal);
    document.addEventListener('input', (event) => { if (event.target.closest('form:not(.tools)')) edited = true; });
    document.addEventListener('click', (event) => { if (event.target.closest('button.theme')) nextTheme(); });
    document.addEventListener('visibilitychange', () => { if (!document.hidden) wake(); });
    window.addEventListener('pageshow', onReturn);
    window.addEventListener('storage', (event) => { if (event.key === 'theme') showTheme(); });
    setInterval(() => { if (!document.hidden) tick(); }, 1e3);
  }

  showTheme();
  start();
})();
