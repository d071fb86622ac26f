const time = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const seconds = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const day = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

export const shownTime = (moment: number) => time.format(moment);
export const shownSeconds = (moment: number) => seconds.format(moment);
export const shownDay = (moment: number) => day.format(moment);
export const shownMoment = (moment: number) => full.format(moment);
export const counted = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`;

export const CHANNELS = { Sms: 'SMS', Whatsapp: 'WhatsApp', Rcs: 'RCS' };
export type Channel = keyof typeof CHANNELS;

export function isChannel(name: string | undefined): name is Channel {
  return name !== undefined && Object.hasOwn(CHANNELS, name);
}

/** The calling codes of one and two digits; all others have three. */
const NUMBER = /^(?:\+|00)?(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|[2-9]\d\d)(\d{6,13})$/;

/** A number as people read it: `+41 79 123 45 67`. Names of senders and short numbers stay as they are. */
export function shownNumber(number: string): string {
  if (!/^(\+|00)\d{7,}$|^\d{10,}$/.test(number)) return number;
  const [, country, rest = ''] = NUMBER.exec(number) ?? [];
  if (country === undefined) return number;
  const swiss = country === '41' && /^(\d\d)(\d{3})(\d\d)(\d\d)$/.exec(rest);
  const groups = swiss ? swiss.slice(1) : [rest.replace(/\d{3}(?=\d\d)/g, '$& ')];
  return [`+${country}`, ...groups].join(' ');
}

/** A number that a person typed, as the service writes it: `0041 79 123 45 67` becomes `+41791234567`. */
export function typedNumber(text: string): string {
  return text.replace(/[\s-]/g, '').replace(/^00/, '+');
}
