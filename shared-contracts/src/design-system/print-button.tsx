import { Button, type ButtonVariant } from './button.tsx';

/** Prints the page as it stands. */
export function PrintButton({
  variant = 'quiet',
  label = 'Print',
}: {
  variant?: ButtonVariant;
  label?: string;
}) {
  return (
    <Button variant={variant} icon="print" onClick={() => window.print()}>
      {label}
    </Button>
  );
}
