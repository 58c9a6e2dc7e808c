const STEPS = 'M2 26H96V62H190V98H284V130H348';

/** The staircase with someone on it. It adds nothing to the words, so it says nothing to screen readers. */
export function WelcomePicture() {
  return (
    <svg viewBox="0 0 350 150" width="350" height="150" aria-hidden="true" focusable="false">
      <path d={`${STEPS}V148H2Z`} fill="var(--primary-wash)" />
      <path d={STEPS} fill="none" stroke="var(--primary)" strokeWidth="5" strokeLinejoin="round" />
      <circle cx="143" cy="48" r="9" fill="var(--accent)" />
    </svg>
  );
}
