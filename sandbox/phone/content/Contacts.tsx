import type { ComponentChildren } from 'preact';
import { Link } from '../Formatted';
import { shownNumber } from '../formats';
import type { Address, Contact, ContactsContent } from '../../service/wire';

/** Contact cards, one below the other. */
export function Contacts({ content: { contacts } }: { content: ContactsContent }) {
  return (
    <>
      {contacts.map((contact, index) => (
        <Card key={index} contact={contact} />
      ))}
    </>
  );
}

function Card({ contact }: { contact: Contact }) {
  const { name, organization, phones, addresses, urls, birthDay } = contact;
  const work = [organization?.title, organization?.department, organization?.company]
    .filter(Boolean)
    .join(', ');
  return (
    <div class="contact">
      <strong>{name.formattedName}</strong>
      {work && <p class="small">{work}</p>}
      {phones?.map(({ phone, type }) => (
        <Line label={type ?? 'Phone'}>{phone && shownNumber(phone)}</Line>
      ))}
      {addresses?.map((address) => (
        <Line label={address.type ?? 'Address'}>{addressLine(address)}</Line>
      ))}
      {urls?.map(({ url, type }) => (
        <Line label={type ?? 'Web'}>{url && <Link url={url} />}</Line>
      ))}
      <Line label="Birthday">{birthDay}</Line>
    </div>
  );
}

function Line({ label, children }: { label: string; children: ComponentChildren }) {
  if (!children) return null;
  return (
    <p>
      <span class="small">{label} </span>
      {children}
    </p>
  );
}

function addressLine({ street, zip, city, state, country, countryCode }: Address): string {
  return [street, [zip, city].filter(Boolean).join(' '), state, country ?? countryCode]
    .filter(Boolean)
    .join(', ');
}
