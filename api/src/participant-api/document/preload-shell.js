// On a slow line the app's script is asked for at once: it takes the longest. On a fast one it is soon there, and parsing it
// meanwhile would slow down the first paint, after which it is asked for anyway.
{
  const FAST_ANSWER_MS = 50;
  const WAIT_MS = 100;
  const link = document.currentScript.previousElementSibling.content.firstElementChild;
  const isAskedFor = () =>
    Array.from(document.scripts).some(({ attributes: { src } }) => src?.value === link.getAttribute('href'));
  // Nothing in a browser that does not tell.
  const [navigation] = performance.getEntriesByType('navigation');
  if (navigation?.responseStart - navigation?.requestStart < FAST_ANSWER_MS)
    setTimeout(() => isAskedFor() || document.head.append(link), WAIT_MS);
  else document.head.append(link);
}
