/** The default paths on which the service calls Node-RED: for inbound messages, and for the status of sent messages. */
export const inboundPath = '/api/webhooks/receivedmessage';
export const statusPath = '/api/webhooks/notification';
