import { useStore } from 'zustand';
import { saveUser } from '../calls/user.calls.ts';
import { formatDateInWords, localDate } from '../dates/plain-date.ts';
import { clockTime } from '../dates/time-of-day.ts';
import { Button } from '../design-system/button.tsx';
import { Notice } from '../design-system/notice.tsx';
import type { User } from '../entities/user.ts';
import { useHost } from '../host/host-services.tsx';

const LABELS = {
  firstName: 'First name',
  lastName: 'Last name',
  phone: 'Phone',
  timeZone: 'Time zone',
} as const;
const FIELDS = Object.keys(LABELS) as (keyof typeof LABELS)[];
/** Another address is sent straight to the server, and is never rejected later. */
type Changed = Partial<Pick<User, keyof typeof LABELS>>;

interface RejectedDetailsProps {
  user: User;
  /** Opens the form with what was changed filled in. */
  onEdit: (changed: Changed) => void;
}

/** The newest change of the details that was sent later and rejected, word for word, until it is saved or removed. */
export function RejectedDetails({ user, onEdit }: RejectedDetailsProps) {
  const { outbox } = useHost();
  const rejected = useStore(outbox.state, (state) => state.rejected);
  const entry = rejected.findLast(({ path }) => path === saveUser.path);
  const sent = saveUser.body.safeParse(entry?.body);
  if (!entry || !sent.success) return null;
  const before = { ...user, ...sent.data.known };
  const changed = FIELDS.flatMap((field) => {
    const text = sent.data[field];
    return text === undefined || text === (before[field] ?? '') ? [] : [{ field, text }];
  });
  const time = new Date(entry.createdAt);
  return (
    <Notice tone="warning" title="Your change was not saved" announced>
      <p>
        You made it on {formatDateInWords(localDate(time, entry.timeZone))},{' '}
        {clockTime(entry.createdAt, entry.timeZone)}. {entry.rejection}
      </p>
      {changed.length > 0 && (
        <ul>
          {changed.map(({ field, text }) => (
            <li key={field}>
              {LABELS[field]}: you entered “{text}”, and it is now “{user[field] ?? ''}”.
            </li>
          ))}
        </ul>
      )}
      <div className="row">
        <Button
          variant="quiet"
          onClick={() => onEdit(Object.fromEntries(changed.map(({ field, text }) => [field, text])))}
        >
          Enter it again
        </Button>
        <Button variant="link" onClick={() => outbox.dismiss(entry.id)}>
          Remove it
        </Button>
      </div>
    </Notice>
  );
}
