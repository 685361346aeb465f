// Every page and action works without this script. Its tag has its words: data-left …
(() => {
	'use strict';
	const root = document.documentElement;
	const words = document.currentScript.dataset;
	const one = (selector, scope = document) => scope.querySelector(selector);
	const all = (selector, scope = document) => [...scope.querySelectorAll(selector)];
	const on = (name, act, target = document) => target.addEventListener(name, act);

	document.body.insertAdjacentHTML('beforeend', `<div id="script">
		<p class="visually-hidden" role="status"></p>
		<p class="stale" hidden>${words.changed} <button class="btn small">${words.show}</button></p>
		<dialog class="confirm danger" aria-labelledby="confirm-title" aria-describedby="confirm-text">
			<h2 id="confirm-title"></h2><p id="confirm-text"></p>
			<div class="actions"><button class="btn danger"></button><button class="btn">${words.back}</button></div>
		</dialog></div>`);
	const [status, notice, show, dialog, title, text, , yes, no] = all('#script *');
	const announce = (news) => { if (status.textContent !== news) status.textContent = news; };

	const NEXT = { auto: 'light', light: 'dark', dark: 'auto' };
	let store = {};
	try { store = localStorage; } catch { /* switched off */ }

	function showTheme(turn) {
		let now = NEXT[store.theme] ? store.theme : 'auto';
		if (turn) now = store.theme = NEXT[now];
		root.dataset.theme = now;
		for (const button of all('button.theme')) {
			button.hidden = false;
			button.dataset.now = now;
			button.textContent = button.dataset[now];
			button.ariaLabel = `${button.dataset.label}: ${button.dataset[now]}`;
		}
	}

	// the server's clock: pages say when they were made, the device only measures how long ago

	let base = 0, mark = 0, skew = 0;
	const now = () => base + performance.now() - mark;

	function setClock(page, came) {
		mark = performance.now();
		base = Date.parse(page.documentElement.dataset.now) + mark - came;
		skew = base - Date.now();
	}

	// performance.now() may stand still in a sleeping device.
	function wake() {
		base = Math.max(now(), Date.now() + skew);
		mark = performance.now();
		tick();
	}

	const UNITS = { d: 864e5, h: 36e5, min: 6e4, s: 1e3 };
	const { d, h, min } = UNITS;
	const seen = new WeakMap(); // time left at the last look

	function spell(left) {
		const parts = [];
		for (const name in UNITS) {
			parts.push(`${Math.floor(left / UNITS[name])} ${name}`);
			left %= UNITS[name];
		}
		while (parts[1] && parts[0][0] === '0') parts.shift();
		return parts.slice(0, 2).join(' ');
	}

	function tick() {
		for (const time of all('time.count[data-until]')) {
			const left = Math.max(0, Date.parse(time.dataset.until) - now());
			const before = seen.get(time);
			const text = spell(left);
			const tone = left < h ? 'urgent' : left < d ? 'attend' : 'calm';
			const card = time.closest('.answer:not(.idle)');
			if (time.textContent !== text) time.textContent = text;
			time.dataset.tone = tone;
			if (card) {
				card.className = card.className.replace(/calm|attend|urgent/, tone);
				const passed = [min, 10 * min, h].find((step) => before > step && left <= step && left);
				if (passed) announce(words.left.replace('{time}', spell(passed).replace(/ 0 .*/, '')));
			}
			if (before > 0 && !left) freshen(300 + Math.random() * 900, true);
			seen.set(time, left);
		}
	}

	const viewerZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

	function showLocal(time) {
		const local = time.nextElementSibling;
		const write = (parts, timeZone = viewerZone) => new Date(time.dateTime).toLocaleString(root.lang, { timeZone, ...parts });
		const same = (parts) => write(parts) === write(parts, time.dataset.zone);
		const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
		const date = { weekday: 'short', day: 'numeric', month: 'short' };
		try {
			if (same({ ...date, ...clock })) return;
			const zone = viewerZone.split('/').pop().replace(/_/g, ' ');
			local.textContent = words.local.replace('{time}', write(same(date) ? clock : { ...date, ...clock })).replace('{zone}', zone);
			local.hidden = false;
		} catch { /* an unknown zone */ }
	}

	// forms: ask first, send once

	let agreed;

	function onSubmit(event) {
		const { target: form, submitter: button } = event;
		if (event.defaultPrevented) return;
		if (form.ariaBusy) return event.preventDefault();
		const asks = [button, form].find((it) => it?.dataset.confirm);
		if (asks && agreed !== form) {
			event.preventDefault();
			return ask(asks.dataset, form, button);
		}
		edited.delete(form);
		form.ariaBusy = true;
		setTimeout(() => { form.ariaBusy = null; }, 10e3); // an answer may be a download
	}

	function ask({ confirm, confirmTitle, confirmYes }, form, button) {
		const named = button?.textContent.trim();
		title.textContent = confirmTitle || named || words.sure;
		text.textContent = confirm;
		yes.textContent = confirmYes || named || words.yes;
		yes.onclick = () => {
			dialog.close();
			form.insertAdjacentHTML('beforeend', '<input class="agreed" type="hidden" name="confirm" value="true">');
			agreed = form;
			form.requestSubmit(button);
			agreed = null;
		};
		dialog.showModal();
		no.focus();
	}

	let reading;

	function readBack({ target: { form } }) {
		const said = one('[data-readback]');
		if (!said || !form) return;
		clearTimeout(reading);
		reading = setTimeout(async () => {
			const answer = await fetch(`${said.dataset.readback}?${new URLSearchParams(new FormData(form))}`);
			if (answer.ok) said.textContent = await answer.text();
		}, 300);
	}

	// live: the server says when the page is stale

	const edited = new WeakSet(); // forms
	let source, retry, due, fails = 0, work = Promise.resolve();

	function connect() {
		wake();
		const { live } = one('main').dataset;
		source?.close();
		if (!live || document.hidden) return;
		source = new EventSource(live);
		source.onerror = lost;
		on('hello', hear, source);
		on('change', hear, source);
	}

	function lost() {
		source?.close();
		clearTimeout(retry);
		retry = setTimeout(connect, 1e3 + Math.random() * Math.min(59e3, 1e3 * 2 ** fails++));
	}

	function hear({ data }) {
		const [version, spread] = data.split(' ');
		if (version !== one('main').dataset.version) freshen(Math.random() * spread);
		else fails = 0;
	}

	function freshen(wait, must) {
		due ||= setTimeout(() => {
			due = 0;
			work = work.then(() => refresh().catch(must ? () => location.reload() : lost));
		}, wait);
	}

	async function refresh() {
		const answer = await fetch(location, { headers: { Accept: 'text/html', 'X-Live': 1 } });
		const came = performance.now();
		if (answer.status >= 500) throw 0;
		const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
		// What is being sent goes on to its own page.
		while (one('form[aria-busy], dialog[open]')) await new Promise((done) => setTimeout(done, 1e3));
		if (!answer.ok || answer.redirected) return location.reload();
		setClock(page, came);
		swap(one('main'), one('main', page), page.title);
	}

	// What stands for the same in the old page and in the new.
	const whose = (form) => form && form.getAttribute('action') + all('[type=hidden]', form).map((it) => it.name + it.value);
	const key = (it) => it.id || [whose(it.form), it.name, it.value, it.href || it.ariaLabel || it.textContent].join();

	function swap(main, fresh, title) {
		const { activeElement: focus } = document;
		const { selectionStart: start, selectionEnd: end } = focus;
		const focused = main.contains(focus);
		const forms = new Map(all('form', fresh).map((it) => [whose(it), it]));
		const kept = all('form', main).filter((it) => edited.has(it) || it.contains(focus) && focus.matches('select, :read-write'));
		notice.hidden = kept.every((it) => forms.has(whose(it))) && !one('[role=alert]', main) && getSelection().isCollapsed;
		if (!notice.hidden) return announce(words.changed);

		const marked = all('details[open] > summary, [type=checkbox]:checked', main).map(key);
		const [before, after] = [main, fresh].map((it) => one('.answer :is(h2, h3)', it)?.textContent);
		for (const it of kept) forms.get(whose(it)).replaceWith(it);
		for (const it of all(':scope > :not(.flash)', main)) it.remove();
		main.append(...fresh.childNodes);
		main.dataset.version = fresh.dataset.version;
		document.title = title;
		for (const it of all('summary, [type=checkbox]', main)) if (marked.includes(key(it))) it.checked = it.parentNode.open = true;
		if (focused) {
			const to = focus.isConnected ? focus : all('a, button, input, summary', main).find((it) => key(it) === key(focus));
			(to || main).focus({ preventScroll: true });
			if (start != null) focus.setSelectionRange(start, end);
		}
		fails = 0;
		document.dispatchEvent(new Event('fresh'));
		if (after && after !== before) announce(after);
	}

	function enhance() {
		all('time[data-local][data-zone]').forEach(showLocal);
		for (const input of all('input[data-viewer-zone]')) input.value = viewerZone;
		tick();
	}

	showTheme();
	setClock(document, performance.getEntriesByType('navigation')[0].responseStart);
	enhance();
	one('.error-summary, .banner, .flash')?.focus();
	no.onclick = () => dialog.close();
	show.onclick = () => location.reload();
	on('fresh', enhance);
	on('submit', onSubmit);
	on('input', ({ target }) => { if (target.form && target.type !== 'checkbox') edited.add(target.form); });
	on('input', readBack);
	on('click', ({ target }) => { if (target.closest('button.theme')) showTheme(true); });
	on('visibilitychange', connect);
	on('storage', () => showTheme(), window);
	on('pageshow', () => {
		for (const form of all('form[aria-busy]')) form.ariaBusy = null;
		for (const input of all('input.agreed')) input.remove();
		showTheme();
		connect();
	}, window);
	setInterval(() => { if (!document.hidden) tick(); }, 1e3);
})();
