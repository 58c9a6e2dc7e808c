// Runs once the style sheets are there: what the app needs beside its own script takes nothing of the line from them.
{
  const PAINTED_TIMEOUT_MS = 500;
  const { content } = document.getElementById('app-scripts');
  document.head.append(...content.querySelectorAll('link'));
  // Moved, so that a second time moves nothing.
  const start = () => document.head.append(content);
  document.addEventListener('DOMContentLoaded', () => {
    requestAnimationFrame(() => setTimeout(start));
    // In a tab that is hidden or prerendered no frame comes.
    setTimeout(start, document.hidden ? 0 : PAINTED_TIMEOUT_MS);
  });
}
