import { on, problemsOf } from './requests';

const name = { formattedName: 'Anna Muster' };
const contactFields = 'the fields are name, birthDay, organization, addresses, phones, urls';

function card(fields: Record<string, unknown>) {
  return problemsOf(on('Whatsapp', { type: 'Contacts', contacts: [{ name, ...fields }] }));
}

describe('ContactContent (specification 2.4)', () => {
  it.each([
    ['a card', { contacts: [{ name }] }],
    ['several cards', { contacts: [{ name }, { name }] }],
  ])('accepts %s', (_name, content) => {
    expect(problemsOf(on('Whatsapp', { type: 'Contacts', ...content }))).toEqual([]);
  });

  it.each([
    ['no contacts', {}, ['content.contacts: is required']],
    ['null as contacts', { contacts: null }, ['content.contacts: must be a list, got null']],
    ['an empty list', { contacts: [] }, ['content.contacts: at least one contact is required']],
    ['one card outside a list', { contacts: { name } }, ['content.contacts: must be a list, got an object']],
    ['null as a card', { contacts: [null] }, ['content.contacts[0]: must be an object, got null']],
    ['a card without name', { contacts: [{}] }, ['content.contacts[0].name: is required']],
    [
      'a card with a text as name',
      { contacts: [{ name: 'Anna' }] },
      ['content.contacts[0].name: must be an object, got "Anna"'],
    ],
    [
      'an unknown field',
      { contact: [] },
      [
        'content.contact: is not a field here; the fields are type, contacts, options',
        'content.contacts: is required',
      ],
    ],
    [
      'a fault in the second card',
      { contacts: [{ name }, { name: {} }] },
      ['content.contacts[1].name.formattedName: is required'],
    ],
  ])('refuses %s', (_name, content, problems) => {
    expect(problemsOf(on('Whatsapp', { type: 'Contacts', ...content }))).toEqual(problems);
  });
});

describe('ContactData (specification 2.5)', () => {
  it('accepts a card with every field', () => {
    const full = {
      name: {
        formattedName: 'Dr. Anna Muster',
        firstName: 'Anna',
        lastName: 'Muster',
        middleName: 'Maria',
        suffix: 'PhD',
        prefix: 'Dr.',
      },
      birthDay: '1985-04-30',
      organization: { company: 'Muster Ltd', department: 'Sales', title: 'Head' },
      addresses: [
        {
          street: 'Seestrasse 10',
          city: 'Zurich',
          state: 'ZH',
          zip: '8002',
          country: 'Switzerland',
          countryCode: 'CH',
          type: 'WORK',
        },
      ],
      phones: [{ phone: '+41791234567', type: 'CELL' }],
      urls: [{ url: 'https://example.com', type: 'WORK' }],
    };
    expect(card(full)).toEqual([]);
  });

  it.each([
    ['birthDay', null],
    ['addresses', null],
    ['phones', null],
    ['urls', null],
    ['addresses', []],
    ['phones', []],
    ['urls', []],
    ['addresses', [{}]],
    ['phones', [{}]],
    ['urls', [{}]],
    ['organization', {}],
    ['birthDay', '2024-02-29'],
    ['birthDay', '0001-01-01'],
  ])('accepts %s: %j', (field, value) => {
    expect(card({ [field]: value })).toEqual([]);
  });

  const date = 'must be a date such as 1985-04-30';

  it.each([
    ['organization', null, 'organization: must be an object, got null'],
    ['organization', 'Muster Ltd', 'organization: must be an object, got "Muster Ltd"'],
    ['addresses', {}, 'addresses: must be a list, got an object'],
    ['phones', '+41791234567', 'phones: must be a list, got "+41791234567"'],
    ['urls', ['https://example.com'], 'urls[0]: must be an object, got "https://example.com"'],
    ['birthDay', '', `birthDay: ${date}, got ""`],
    ['birthDay', '30.04.1985', `birthDay: ${date}, got "30.04.1985"`],
    ['birthDay', '1985-4-30', `birthDay: ${date}, got "1985-4-30"`],
    ['birthDay', '1985-04-31', `birthDay: ${date}, got "1985-04-31"`],
    ['birthDay', '1985-02-29', `birthDay: ${date}, got "1985-02-29"`],
    ['birthDay', '1985-13-01', `birthDay: ${date}, got "1985-13-01"`],
    ['birthDay', '1985-00-01', `birthDay: ${date}, got "1985-00-01"`],
    ['birthDay', '1985-04-00', `birthDay: ${date}, got "1985-04-00"`],
    ['birthDay', '1985-04-30T00:00', `birthDay: ${date}, got "1985-04-30T00:00"`],
    ['birthDay', 19850430, 'birthDay: must be text, got 19850430'],
    ['birthday', '1985-04-30', 'birthday: must be spelled birthDay'],
    ['email', 'anna@example.com', `email: is not a field here; ${contactFields}`],
  ])('refuses %s: %j', (field, value, problem) => {
    expect(card({ [field]: value })).toEqual([`content.contacts[0].${problem}`]);
  });

  it.each([
    ['no full name', { firstName: 'Anna' }, ['name.formattedName: is required']],
    ['a null full name', { formattedName: null }, ['name.formattedName: must be text, got null']],
    ['an empty full name', { formattedName: '' }, ['name.formattedName: must not be empty, got ""']],
    [
      'an unknown field',
      { ...name, nickName: 'A' },
      [
        'name.nickName: is not a field here; the fields are formattedName, firstName, lastName, middleName, suffix, prefix',
      ],
    ],
    [
      'a field name in other case',
      { formattedname: 'A' },
      ['name.formattedname: must be spelled formattedName', 'name.formattedName: is required'],
    ],
  ])('refuses a name with %s', (_name, value, problems) => {
    expect(card({ name: value })).toEqual(problems.map((problem) => `content.contacts[0].${problem}`));
  });
});

describe('the parts of a card: each field a text or null, none required (specification 2.5)', () => {
  const parts = {
    name: ['firstName', 'lastName', 'middleName', 'suffix', 'prefix'],
    organization: ['company', 'department', 'title'],
    addresses: ['street', 'city', 'state', 'zip', 'country', 'countryCode', 'type'],
    phones: ['phone', 'type'],
    urls: ['url', 'type'],
  };
  const rows = Object.entries(parts).flatMap(([part, fields]) =>
    fields.map((field) => [part, field] as const),
  );

  function withField(part: string, field: string, value: unknown) {
    if (part === 'name') return card({ name: { ...name, [field]: value } });
    return card({ [part]: part === 'organization' ? { [field]: value } : [{ [field]: value }] });
  }

  it.each(rows)('%s takes %s as a text, empty or null, and nothing else', (part, field) => {
    for (const value of ['a', '', null]) expect(withField(part, field, value)).toEqual([]);
    const where = part === 'name' || part === 'organization' ? part : `${part}[0]`;
    expect(withField(part, field, 5)).toEqual([`content.contacts[0].${where}.${field}: must be text, got 5`]);
    expect(withField(part, field, ['a'])).toEqual([
      `content.contacts[0].${where}.${field}: must be text, got a list`,
    ]);
  });

  it.each([
    ['organization', 'the fields are company, department, title'],
    ['addresses[0]', 'the fields are street, city, state, zip, country, countryCode, type'],
    ['phones[0]', 'the fields are phone, type'],
    ['urls[0]', 'the fields are url, type'],
  ])('%s refuses an unknown field', (where, fields) => {
    const part = where.replace('[0]', '');
    expect(withField(part, 'extra', null)).toEqual([
      `content.contacts[0].${where}.extra: is not a field here; ${fields}`,
    ]);
  });
});
