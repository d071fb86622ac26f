import {
  contentSchema,
  contentTypesOfChannel,
  messageRequestSchema,
  notificationSchema,
  type Channel,
} from '../contract';
import { smsFormOptionsSchema } from '../contract/content/text';
import {
  fieldNamesOf,
  groupOf,
  groupWithout,
  variantsOfUnion,
  type FormGroup,
  type Variant,
} from './describe';

/** Everything the editors show, made from the contract. */
export interface Forms {
  /** Fields of a message other than its content and notification. */
  message: FormGroup;
  /** A variant for each content that can be sent, without its SMS options. */
  contents: Variant[];
  /** The values of `contents` that each channel offers. */
  contentsOfChannel: Record<Channel, string[]>;
  smsOptions: FormGroup;
  notification: FormGroup;
  /** The name of every field of a request, as the service writes it. */
  fieldNames: string[];
}

function describeForms(): Forms {
  const contents = variantsOfUnion(contentSchema).map((variant) => ({
    ...variant,
    ...groupWithout(variant, 'options'),
  }));
  const offered = new Set(contents.map(({ value }) => value));
  const contentsOf = (channel: Channel) => contentTypesOfChannel[channel].filter((type) => offered.has(type));
  return {
    message: groupWithout(groupOf(messageRequestSchema), 'content', 'notification'),
    contents,
    contentsOfChannel: { Sms: contentsOf('Sms'), Whatsapp: contentsOf('Whatsapp'), Rcs: contentsOf('Rcs') },
    smsOptions: groupOf(smsFormOptionsSchema),
    notification: groupOf(notificationSchema),
    fieldNames: [...fieldNamesOf(messageRequestSchema).add('messages')],
  };
}

/**
 * Made here when the sources run. The build runs this file and replaces it by the result, because making the forms needs the contract's
 * schemas, which take longer to load than the rest of the package.
 */
export const forms: Forms = describeForms();
