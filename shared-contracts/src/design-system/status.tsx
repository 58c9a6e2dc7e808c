/**
 * Says quietly what is going on: 'Saving…', 'Saved', nothing. Keep it mounted and change `text`; a live region that
 * appears together with its text is not read out.
 */
export function Status({ text }: { text: string }) {
  return (
    <p className="status" role="status">
      {text}
    </p>
  );
}
