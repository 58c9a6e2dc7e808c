{
  const NOTICE_MS = 120_000;
  const TEXTS = {
    final: 'You have been logged in for as long as is possible at one time.',
    ended: 'Copy what you have written before you go on.',
  };
  const dialog = document.querySelector('#session-end');
  const title = dialog.querySelector('h2');
  const status = dialog.querySelector('[role="status"]');
  const button = dialog.querySelector('button');
  // Using one tab prolongs the session of all; the participants' pages use the same channel.
  const tabs = new BroadcastChannel('session-end');
  let endsAt = 0;
  let state = 'lasts';
  let hasEnded = false;
  let timer;

  /** `lasts`, `ends` soon unless they stay, `final` as it cannot last longer, `ended`; `read` hides the last two. */
  const enter = (next) => {
    if (state === next) return;
    state = next;
    status.textContent = TEXTS[next] ?? '';
    button.textContent = next === 'ends' ? 'Stay logged in' : 'OK';
    if (next === 'lasts' || next === 'read') dialog.close();
    else if (!dialog.open) dialog.showModal();
  };
  const look = () => {
    clearTimeout(timer);
    const left = endsAt - Date.now();
    const time = new Intl.DateTimeFormat('en-AU', { hour: 'numeric', minute: '2-digit' }).format(endsAt);
    title.textContent = `You ${left > 0 ? 'will be' : 'were'} logged out at ${time}`;
    if (left > NOTICE_MS) {
      enter('lasts');
      timer = setTimeout(look, left - NOTICE_MS);
    } else if (left > 0) {
      if (state === 'lasts') enter('ends');
      timer = setTimeout(look, left + 1_000);
    } else if (!hasEnded) {
      hasEnded = true;
      enter('ended');
    }
  };
  const hear = (end) => {
    endsAt = end;
    hasEnded = false;
    look();
  };
  const stay = async () => {
    const answer = await fetch(dialog.dataset.path, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
    if (!answer) {
      status.textContent = 'The server could not be reached. Please try again.';
      return;
    }
    hear(Date.now() + Number(answer.headers.get('session-ends-in')) * 1000);
    if (state === 'ends') enter('final');
    tabs.postMessage(endsAt);
  };

  const press = () => (state === 'ends' ? stay() : enter('read'));

  button.addEventListener('click', press);
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    press();
  });
  tabs.addEventListener('message', ({ data }) => hear(data));
  document.addEventListener('visibilitychange', look);
  hear(Date.now() + dialog.dataset.seconds * 1000);
  tabs.postMessage(endsAt);
}
