{
  const { startAuthentication, startRegistration } = SimpleWebAuthnBrowser;
  const form = document.querySelector('#passkey');
  const status = form.querySelector('[role="status"]');
  const { kind, options } = form.dataset;
  const ask = kind === 'make' ? startRegistration : startAuthentication;
  let isAsking = false;

  const start = async () => {
    if (isAsking) return;
    isAsking = true;
    status.textContent = 'Waiting for your passkey...';
    try {
      const credential = await ask({ optionsJSON: JSON.parse(options) });
      form.elements.credential.value = JSON.stringify(credential);
      form.submit();
    } catch {
      status.textContent = 'No passkey was used. You can try again.';
      isAsking = false;
    }
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    start();
  });
  // They have just asked for it, on the page before.
  if (kind === 'use-at-once') start();
}
