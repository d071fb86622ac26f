/** The requests of the service and their contents. `openapi.yaml` checks that they have this shape before anything else sees them. */

export type Channel = 'Sms' | 'Whatsapp' | 'Rcs';

export interface Message {
  channel: Channel;
  from: string;
  to?: string | null;
  toList?: ToAddress[] | null;
  sendDate?: string | null;
  customerid?: string | null;
  content: Content;
}

export interface MessageRequest extends Message {
  notification?: Notification;
}

export interface MessageListRequest {
  messages: Message[];
  notification?: Notification;
}

export interface ToAddress {
  type: 'Number' | 'Person' | 'Group';
  address: string;
}

export interface Notification {
  forEvent?: NotificationEvent | null;
  addresses: NotificationAddress[];
}

export type NotificationEvent = 'SuccessOnly' | 'FinalOnly' | 'All' | 'ErrorOnly';

export interface NotificationAddress {
  type: 'Sms' | 'Email' | 'Url' | 'UrlPost';
  address: string;
}

export type Content =
  | TextContent
  | MediaContent
  | LocationContent
  | ContactsContent
  | InteractiveContent
  | ReplyContent
  | TemplateContent;

/** What a person wrote or tapped. */
export type InboundContent = TextContent | { type: 'InteractiveReply'; reply: Tap };

/** What a person taps: a button, or a row of a list. */
export interface Tap {
  type: 'Button' | 'List';
  id: string;
  title: string;
  description?: string;
}

export interface TextContent {
  type: 'Text';
  text: string;
  options?: {
    forceGsm?: boolean | null;
    pageLimit?: number | null;
    smsType?: 'Standard' | 'Flash' | 'PrioPlus';
  } | null;
}

/** Texts that may be missing or null. */
type Texts<Name extends string> = Partial<Record<Name, string | null>>;

/** A file that was uploaded, or that is anywhere else. */
export type File = Texts<'mediaId' | 'url' | 'caption' | 'filename'>;

export interface MediaContent extends File {
  type: 'Image' | 'Video' | 'Audio' | 'Document' | 'Sticker';
}

/** A file in a header or a parameter. */
export interface HeaderFile extends File {
  type: 'Image' | 'Video' | 'Document';
}

export interface LocationContent extends Texts<'name' | 'address'> {
  type: 'Location';
  longitude: number;
  latitude: number;
}

export type Address = Texts<'street' | 'zip' | 'city' | 'state' | 'country' | 'countryCode' | 'type'>;

export interface Contact extends Texts<'birthDay'> {
  name: { formattedName: string };
  organization?: Texts<'company' | 'department' | 'title'> | null;
  addresses?: Address[] | null;
  phones?: Texts<'phone' | 'type'>[] | null;
  urls?: Texts<'url' | 'type'>[] | null;
}

export interface ContactsContent {
  type: 'Contacts';
  contacts: Contact[];
}

export interface Section extends Texts<'title'> {
  rows: ({ id: string; title: string } & Texts<'description'>)[];
}

export interface InteractiveContent {
  type: 'Interactive';
  header?: { type: 'Text'; text: string } | HeaderFile | null;
  body?: { text: string } | null;
  footer?: { text: string } | null;
  action:
    | { type: 'Button'; buttons: { id: string; title: string }[] }
    | { type: 'List'; button: string; sections: Section[] };
}

/** The specification lets an account send one, too. */
export interface ReplyContent {
  type: 'InteractiveReply';
  reply?: ({ type: 'Button' | 'List' } & Texts<'id' | 'title' | 'description'>) | null;
}

export interface TemplateContent {
  type: 'Template';
  name: string;
  language: { code: string };
  components?: TemplateComponent[] | null;
}

export type TemplateComponent =
  | { type: 'Header' | 'Body'; parameters: Parameter[] }
  | { type: 'QuickReplyButton' | 'UrlButton'; index: number; parameters: Parameter[] };

export type Parameter =
  | { type: 'Text'; text: string }
  | { type: 'Payload'; payload: string }
  | { type: 'DateTime'; dateTime: string }
  | { type: 'Currency'; code: string; amount: number; fallbackValue: string }
  | HeaderFile;
