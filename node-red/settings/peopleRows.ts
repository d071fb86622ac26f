import { leaf, type SettingsOf } from './describe';

const section = 'people';

/** The rows that say who gets messages. */
export const peopleRows = { doNotSendTo: leaf({ t: 'msg', v: '' }, { section }) };

export type PeopleSetting = SettingsOf<typeof peopleRows> & { account: string };
