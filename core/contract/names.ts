/** Names of the contract for code that needs no schema: loading the schemas takes longer than all the rest of the package. */

export const channels = ['Sms', 'Whatsapp', 'Rcs'] as const;
export type Channel = (typeof channels)[number];

/** Names the variant of every choice between objects in the contract (`content.type`, `header.type` and so on). */
export const discriminator = 'type';
