import { Button } from '@stepwise/shared-contracts/look/button';
import { useEffect, useRef, useState } from 'react';

/** A minus that first turns into Cancel and Remove; a second click, on Remove, deletes the item. */
export function RemoveItem({ text, onRemove }: { text: string; onRemove: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const minus = useRef<HTMLButtonElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const wasAsking = useRef(false);
  useEffect(() => {
    if (isAsking) cancel.current?.focus();
    else if (wasAsking.current) minus.current?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);

  if (!isAsking) {
    return (
      <Button variant="link" icon="minus" ref={minus} onClick={() => setAsking(true)}>
        <span className="visually-hidden">Remove {text}</span>
      </Button>
    );
  }
  return (
    <>
      <Button variant="link" ref={cancel} onClick={() => setAsking(false)}>
        Cancel<span className="visually-hidden">, keep {text}</span>
      </Button>
      <Button variant="danger" onClick={onRemove}>
        Remove<span className="visually-hidden"> {text}</span>
      </Button>
    </>
  );
}
