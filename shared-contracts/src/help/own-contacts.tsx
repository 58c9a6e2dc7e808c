import { callHref } from '../contacts/contact-links.ts';
import { preventDoubleTap } from '../design-system/prevent-double-tap.ts';
import { useHost, useParticipant } from '../host/host-services.tsx';

/** Whom to reach beside the two numbers: the doctor or nurse and the support person where they can be called, text and chat. */
export function OwnContacts() {
  const { textAndChat = [] } = useHost().site;
  const doctor = useParticipant((state) => state.doctor);
  const support = useParticipant((state) => state.support);
  const people = [
    { name: doctor.name || 'your doctor or nurse', phone: doctor.phone },
    { name: support.name || 'your support person', phone: support.phone },
  ].flatMap(({ name, phone }) => {
    const url = callHref(phone);
    return url ? [{ text: `Call ${name}`, url }] : [];
  });
  const links = [...people, ...textAndChat];
  if (links.length === 0) return null;
  return (
    <ul className="own-contacts">
      {links.map(({ text, url }) => (
        <li key={text}>
          <a href={url} rel="noreferrer" {...preventDoubleTap()}>
            {text}
          </a>
        </li>
      ))}
    </ul>
  );
}
