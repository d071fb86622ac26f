/** The requests of the service, as far as the sandbox acts on them. `openapi.yaml` checks that they have this shape. */

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

export interface TextContent {
  type: 'Text';
  text: string;
  options?: SmsContentOptions | null;
}

/** Content that the sandbox passes on unchanged: the phone page knows how to show it. */
export interface RichContent {
  type:
    | 'Template'
    | 'Image'
    | 'Video'
    | 'Document'
    | 'Location'
    | 'Audio'
    | 'Sticker'
    | 'Contacts'
    | 'Interactive'
    | 'InteractiveReply';
}

export type Content = TextContent | RichContent;

export interface SmsContentOptions {
  forceGsm?: boolean | null;
  pageLimit?: number | null;
  smsType?: 'Standard' | 'Flash' | 'PrioPlus';
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
