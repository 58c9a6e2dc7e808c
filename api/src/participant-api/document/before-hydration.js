// While the page shows the server's markup, the app does not answer yet. Once it does, it hears what was typed, and what was pressed or sent meanwhile.
{
  const SEND_AFTER_MS = 10_000;
  const markup = () => document.querySelector('[data-server-markup]');
  const isEarly = (target) => markup()?.contains(target);
  const changed = new Map();
  let pressed = null;
  let submitted = null;

  const isTicked = ({ type }) => type === 'checkbox' || type === 'radio';
  const readField = (field) => ({ field, value: field.value, checked: field.checked });

  // Stopped before they reach React, which hydrates some time before its effects run: its state lacks the fields' values until then.
  const beforeReact = (type, listener) =>
    document.addEventListener(type, (event) => isEarly(event.target) && listener(event), true);

  beforeReact('click', (event) => {
    const { target } = event;
    const button = target.closest('button:not([type="submit"])');
    pressed = button ?? pressed;
    if (button || isTicked(target)) event.stopPropagation();
  });
  for (const type of ['input', 'change'])
    beforeReact(type, (event) => {
      // Choosing a radio button clears the other ones of its group.
      for (const field of [...changed.keys(), event.target]) changed.set(field, readField(field));
      event.stopPropagation();
    });
  beforeReact('submit', (event) => {
    const { target: form, submitter } = event;
    event.preventDefault();
    event.stopPropagation();
    submitted = { form, submitter };
    // Where no app comes, the form goes to the page that says so.
    setTimeout(() => isEarly(form) && form.submit(), SEND_AFTER_MS);
  });

  // The policy allows no style attribute, so the server's markup has them by another name.
  const setStyles = () => {
    for (const element of document.querySelectorAll('[data-style]')) {
      element.style.cssText = element.dataset.style;
      element.removeAttribute('data-style');
    }
  };
  const parsing = new MutationObserver(setStyles);
  parsing.observe(document, { childList: true, subtree: true });
  document.addEventListener('DOMContentLoaded', () => parsing.disconnect());

  // A style sheet that failed would stand in the way of the next attempt at it.
  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.href.includes('/features/')) target.remove();
    },
    true,
  );

  // The app compares a field with what it has itself set it to.
  const dispatch = ({ field, value, checked }) => {
    if (isTicked(field)) {
      if (checked === field.defaultChecked) return;
      field.checked = !checked;
      field.click();
      return;
    }
    // A select has none, and comes here only where it was changed.
    if (value === field.defaultValue) return;
    field.value = field.defaultValue;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, value);
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
  };

  new MutationObserver((_, observer) => {
    if (markup()) return;
    observer.disconnect();
    const fields = new Set([...document.querySelectorAll('#app input, #app textarea'), ...changed.keys()]);
    // All before the first is dispatched: the app then writes its own values into the others.
    Array.from(fields, (field) => changed.get(field) ?? readField(field)).forEach(dispatch);
    // The app takes up what was typed first.
    setTimeout(() => {
      if (submitted?.form.isConnected) submitted.form.requestSubmit(submitted.submitter);
      else if (pressed?.isConnected) pressed.click();
    });
  }).observe(document, { attributeFilter: ['data-server-markup'], subtree: true });
}
