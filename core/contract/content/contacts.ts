import { z } from 'zod/v4';

import { field, list, text, optionalText } from '../field';
import { calendarDate } from '../formats';
import { contentOptions } from './text';

const nameSchema = z.strictObject({
  formattedName: field(text(), {
    label: 'Full Name',
    help: 'The name as it is shown.',
    placeholder: 'e.g. Dr. Anna Muster',
  }),
  firstName: optionalText('First Name', 'Given name.', 'e.g. Anna'),
  lastName: optionalText('Last Name', 'Family name.', 'e.g. Muster'),
  middleName: optionalText('Middle Name', 'Second given name.', 'e.g. Maria'),
  suffix: optionalText('Suffix', 'Follows the name.', 'e.g. PhD'),
  prefix: optionalText('Prefix', 'Precedes the name.', 'e.g. Dr.'),
});

const organizationSchema = z.strictObject({
  company: optionalText('Company', 'Name of the company.', 'e.g. Muster Ltd'),
  department: optionalText('Department', 'Department in the company.', 'e.g. Sales'),
  title: optionalText('Job Title', 'Position in the company.', 'e.g. Head of sales'),
});

const addressSchema = z.strictObject({
  street: optionalText('Street', 'Street and number.', 'e.g. Seestrasse 10'),
  city: optionalText('City', 'Town or city.', 'e.g. Zurich'),
  state: optionalText('State', 'State or canton.', 'e.g. ZH'),
  zip: optionalText('Postal Code', 'Postal code.', 'e.g. 8002'),
  country: optionalText('Country', 'Name of the country.', 'e.g. Switzerland'),
  countryCode: optionalText('Country Code', 'Two-letter code of the country.', 'e.g. CH'),
  type: optionalText('Type', 'What the address is used for.', 'e.g. WORK'),
});

const phoneSchema = z.strictObject({
  phone: optionalText('Phone Number', 'The number, preferably in international format.', 'e.g. +41791234567'),
  type: optionalText('Type', 'What the number is used for.', 'e.g. CELL'),
});

const urlSchema = z.strictObject({
  url: optionalText('URL', 'Address of the web page.', 'e.g. https://example.com'),
  type: optionalText('Type', 'What the page is used for.', 'e.g. WORK'),
});

/** One contact card (specification 2.5, ContactData). */
const contactSchema = z.strictObject({
  name: field(nameSchema, { label: 'Name', help: 'Name of the contact.' }),
  birthDay: field(calendarDate().nullable().optional(), {
    label: 'Birthday',
    help: 'Year, month and day.',
    placeholder: 'e.g. 1985-04-30',
  }),
  organization: field(organizationSchema.optional(), {
    label: 'Organization',
    help: 'Where the contact works.',
  }),
  addresses: field(z.array(addressSchema).nullable().optional(), {
    label: 'Addresses',
    help: 'Postal addresses of the contact.',
  }),
  phones: field(z.array(phoneSchema).nullable().optional(), {
    label: 'Phone Numbers',
    help: 'Phone numbers of the contact.',
  }),
  urls: field(z.array(urlSchema).nullable().optional(), {
    label: 'Web Pages',
    help: 'Web pages of the contact.',
  }),
});

/** Contact cards (specification 2.4, ContactContent). */
export const contactsContentSchema = z.strictObject({
  type: z.literal('Contacts'),
  contacts: field(list(contactSchema, { one: 'contact', many: 'contacts' }), {
    label: 'Contacts',
    help: 'The contact cards to send.',
  }),
  options: contentOptions,
});
