// A browser that is too old shows so itself, which says nothing of the shell.
if (!document.documentElement.hasAttribute('data-old-browser')) {
  const { version, entry } = document.currentScript.dataset;
  const folder = entry.slice(0, entry.lastIndexOf('/') + 1);
  // Longer than the shell waits for the calls that it makes before it shows anything.
  const START_TIMEOUT_MS = 45_000;
  const ANSWER_TIMEOUT_MS = 10_000;
  let isGivenUp = false;

  const isEntry = (target) => target instanceof HTMLScriptElement && target.src.endsWith(entry);
  const folderIn = (text) => /\/(?:shell|features)\/[^/\s]+\//.exec(text || '')?.[0];

  // The token's cookie comes with the document.
  const token = () => /(?:^|; )(?:__Host-)?csrftoken=([^;]*)/.exec(document.cookie)?.[1] ?? '';

  const report = (outcome) =>
    fetch('/api/release-report/', {
      method: 'POST',
      credentials: 'include',
      headers: { 'content-type': 'application/json', 'x-csrftoken': token() },
      body: JSON.stringify({ feature: 'shell', version, outcome }),
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    }).then(
      ({ status }) => status < 500,
      () => false,
    );

  // A tab that cannot use its storage does not load again, since it could not know how often it has.
  const isFirstTime = () => {
    try {
      const key = `shell ${version} failed`;
      const isFirst = sessionStorage.getItem(key) === null;
      sessionStorage.setItem(key, '');
      return isFirst;
    } catch {
      return false;
    }
  };

  // The server's markup says nothing of the shell.
  const isShown = () => {
    const app = document.getElementById('app');
    return Boolean(app?.firstChild) && !app.hasAttribute('data-server-markup');
  };

  // Within the server's markup, where there is any.
  const place = () => document.querySelector('#app main') ?? document.getElementById('app');

  const giveUp = async (outcome) => {
    if (isGivenUp || isShown()) return;
    isGivenUp = true;
    const isReported = await report(outcome);
    // A shell that was only slow may have come meanwhile, and a person may be using it.
    if (isShown()) return;
    // Where the server cannot be reached either, a browser's own page would take the place of the numbers to call.
    if (isReported && isFirstTime()) location.reload();
    else place().prepend(document.getElementById('no-shell').content);
  };

  addEventListener(
    'error',
    ({ target, filename }) => {
      if (isEntry(target)) void giveUp('failed-to-load');
      else if (folderIn(filename) === folder) void giveUp('failed-to-render');
    },
    true,
  );
  addEventListener('unhandledrejection', ({ reason }) => {
    if (folderIn(reason?.stack) === folder) void giveUp('failed-to-render');
  });
  // A script's load event reaches its document, never the window.
  document.addEventListener(
    'load',
    ({ target }) => {
      if (isEntry(target)) setTimeout(() => void giveUp('failed-to-render'), START_TIMEOUT_MS);
    },
    true,
  );
}
