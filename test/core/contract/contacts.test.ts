import { on, problemsOf } from './requests';

const name = { formattedName: 'Anna Muster' };

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

  it('refuses an empty list', () => {
    expect(problemsOf(on('Whatsapp', { type: 'Contacts', contacts: [] }))).toEqual([
      'content.contacts: at least one contact is required',
    ]);
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
    ['birthDay', '', `birthDay: ${date}, got ""`],
    ['birthDay', '30.04.1985', `birthDay: ${date}, got "30.04.1985"`],
    ['birthDay', '1985-4-30', `birthDay: ${date}, got "1985-4-30"`],
    ['birthDay', '1985-04-31', `birthDay: ${date}, got "1985-04-31"`],
    ['birthDay', '1985-02-29', `birthDay: ${date}, got "1985-02-29"`],
    ['birthDay', '1985-13-01', `birthDay: ${date}, got "1985-13-01"`],
    ['birthDay', '1985-00-01', `birthDay: ${date}, got "1985-00-01"`],
    ['birthDay', '1985-04-00', `birthDay: ${date}, got "1985-04-00"`],
    ['birthDay', '1985-04-30T00:00', `birthDay: ${date}, got "1985-04-30T00:00"`],
  ])('refuses %s: %j', (field, value, problem) => {
    expect(card({ [field]: value })).toEqual([`content.contacts[0].${problem}`]);
  });

  it('refuses an empty full name', () => {
    expect(card({ name: { formattedName: '' } })).toEqual([
      'content.contacts[0].name.formattedName: must not be empty, got ""',
    ]);
  });
});
