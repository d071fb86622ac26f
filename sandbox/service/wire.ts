/** The requests of the service and their contents. `openapi.yaml` checks that they have this shape before anything else sees them. */

export type Channel = 'Sms' | 'Whatsapp' | 'Rcs';
type Optional = string | null | undefined;

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

/** A file that was uploaded, or that is anywhere else. */
export interface File {
  mediaId?: Optional;
  url?: Optional;
  caption?: Optional;
  filename?: Optional;
}

export interface MediaContent extends File {
  type: 'Image' | 'Video' | 'Audio' | 'Document' | 'Sticker';
}

/** A file in a header or a parameter. */
export interface HeaderFile extends File {
  type: 'Image' | 'Video' | 'Document';
}

export interface LocationContent {
  type: 'Location';
  longitude: number;
  latitude: number;
  name?: Optional;
  address?: Optional;
}

export interface Address {
  street?: Optional;
  zip?: Optional;
  city?: Optional;
  state?: Optional;
  country?: Optional;
  countryCode?: Optional;
  type?: Optional;
}

export interface Contact {
  name: { formattedName: string };
  birthDay?: Optional;
  organization?: { company?: Optional; department?: Optional; title?: Optional } | null;
  addresses?: Address[] | null;
  phones?: { phone?: Optional; type?: Optional }[] | null;
  urls?: { url?: Optional; type?: Optional }[] | null;
}

export interface ContactsContent {
  type: 'Contacts';
  contacts: Contact[];
}

export interface Row {
  id: string;
  title: string;
  description?: Optional;
}

export interface Section {
  title?: Optional;
  rows: Row[];
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
  reply?: { type: 'Button' | 'List'; id?: Optional; title?: Optional; description?: Optional } | null;
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
