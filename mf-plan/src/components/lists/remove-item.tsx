import { Button } from '@stepwise/shared-contracts/design-system/button';
import { useFocusBack } from '@stepwise/shared-contracts/design-system/use-focus-back';
import { useState } from 'react';

const takeFocus = (button: HTMLButtonElement | null) => button?.focus();

/** A minus that first turns into Cancel and Remove; a second click, on Remove, deletes the item. */
export function RemoveItem({ text, onRemove }: { text: string; onRemove: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const minus = useFocusBack(isAsking);
  const remove = () => {
    // Another item of the same text takes the place of this one.
    setAsking(false);
    onRemove();
  };

  if (!isAsking) {
    return (
      <Button variant="link" icon="minus" ref={minus} onClick={() => setAsking(true)}>
        <span className="visually-hidden">Remove {text}</span>
      </Button>
    );
  }
  return (
    <>
      {/* With a key it is a different element from the minus, so that the focus moves and a screen reader says what it is. */}
      <Button key="cancel" variant="link" ref={takeFocus} onClick={() => setAsking(false)}>
        Cancel<span className="visually-hidden">, keep {text}</span>
      </Button>
      <Button variant="danger" onClick={remove}>
        Remove<span className="visually-hidden"> {text}</span>
      </Button>
    </>
  );
}
