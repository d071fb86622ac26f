import { element } from '../dom.js';
import { link } from '../formats.js';

/** Contact cards, one below the other. */
export function contacts(content) {
  const cards = (content.contacts ?? []).map(card);
  return cards.length > 0 ? cards : [element('p', {}, 'No contacts')];
}

function card({ name, organization, phones, addresses, urls, birthDay }) {
  const work = [organization?.title, organization?.department, organization?.company]
    .filter(Boolean)
    .join(', ');
  return element(
    'div.contact',
    {},
    element('strong', {}, name.formattedName),
    work && element('p.small', {}, work),
    (phones ?? []).map(({ phone, type }) => line(type ?? 'Phone', phone)),
    (addresses ?? []).map((address) => line(address.type ?? 'Address', addressOf(address))),
    (urls ?? []).map(({ url, type }) => line(type ?? 'Web', url && link(url))),
    line('Birthday', birthDay),
  );
}

function line(label, value) {
  return value && element('p', {}, element('span.small', {}, `${label} `), value);
}

function addressOf({ street, zip, city, state, country, countryCode }) {
  return [street, [zip, city].filter(Boolean).join(' '), state, country ?? countryCode]
    .filter(Boolean)
    .join(', ');
}
