declare global {
  interface Window {
    /** The shell is of the previous release, or a feature runs without one: its help is not judged. */
    hasOtherFrame?: true;
  }
}

/**
 * What is wrong with the two numbers to call on the page as it stands: both are wholly in sight with nothing over them;
 * and they take at most a third of the window, or two thirds at 400 %. A modal dialog closes by one press; the team's own
 * pages have no numbers. Runs in the page of any engine.
 */
export function helpFaults(): string[] {
  const MUCH_ENLARGED = 300;
  const isTeams = location.pathname.startsWith('/admin');
  if (isTeams || window.hasOtherFrame || document.querySelector('dialog:modal')) return [];
  const line = document.querySelector('[aria-label="Help at any time"]');
  const calls = [...(line?.querySelectorAll('a[href^="tel:"]') ?? [])];
  const numbers = calls.filter((call) => !call.closest('dialog'));
  if (!line || numbers.length !== 2) return [`There are ${numbers.length} numbers to call.`];

  /** What is met at its corners, edges and middle, each a pixel inside. */
  const hiddenBy = (shown: Element): string => {
    const { left, right, top, bottom } = shown.getBoundingClientRect();
    for (const x of [left + 1, (left + right) / 2, right - 1])
      for (const y of [top + 1, (top + bottom) / 2, bottom - 1]) {
        const met = document.elementFromPoint(x, y);
        // Round corners are not part of a button.
        if (!met || !(shown.contains(met) || line.contains(met)))
          return `${shown.textContent} is under ${met?.outerHTML.slice(0, 120) ?? 'the edge of the window'}.`;
      }
    return '';
  };
  const faults = numbers.map(hiddenBy).filter(Boolean);

  const box = line.getBoundingClientRect();
  const share = Math.min(box.height, box.bottom) / window.innerHeight;
  if (share > (Math.min(window.innerWidth, window.innerHeight) < MUCH_ENLARGED ? 2 / 3 : 1 / 3))
    faults.push(`The numbers take ${Math.round(share * 100)} % of the window.`);
  return faults;
}
