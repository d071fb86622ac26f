import {
  NodeConnectionTypes,
  type IExecuteFunctions,
  type IHookFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  type ITriggerFunctions,
  type ITriggerResponse,
  type IWebhookDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
} from 'n8n-workflow';

import { testCredential } from '../MessagingService/transport/credentialTest';
import { listenForAnswers } from '../MessagingService/wait/registry';
import { properties } from './properties';
import { receive } from './receive';
import { withoutRepeats } from './repeats';
import { checkSettings, readSettings } from './settings';

const webhook = {
  ...{ isFullPath: true, path: '={{$parameter["path"]}}' },
  // `receive` gives the response.
  ...{ responseMode: 'onReceived', responseData: '' },
} satisfies Partial<IWebhookDescription>;

export class MessagingServiceTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Messaging Service Trigger',
    name: 'messagingServiceTrigger',
    icon: { light: 'file:../../icons/messaging.svg', dark: 'file:../../icons/messaging.dark.svg' },
    group: ['trigger'],
    version: 1,
    subtitle:
      '={{ ({ inbound: "Inbound Message", status: "Status Notification" })[$parameter["event"]] || "Any Event" }}',
    description: 'Starts a workflow when a message comes in, or when the status of a sent message changes',
    eventTriggerDescription: 'Waiting for the service to call the test URL',
    activationMessage: 'The service can now call the production URL of the trigger.',
    defaults: { name: 'Messaging Service Trigger' },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    // For the secret that it checks, and the account's own name for the ID of a message.
    credentials: [{ name: 'messagingServiceApi', testedBy: 'messagingServiceApiTest' }],
    webhooks: [
      { ...webhook, name: 'default', httpMethod: 'POST', ndvHideMethod: true },
      { ...webhook, name: 'setup', httpMethod: 'GET', ndvHideUrl: true },
    ],
    triggerPanel: {
      header: 'Let the service call this trigger',
      executionsHelp: {
        inactive:
          'Start this test, then let the service call the test URL: enter it in the portal, or as a notification address when you send. To receive all the time, publish the workflow and use the production URL.',
        active:
          'Every call from the service to the production URL starts this workflow; you can find it in the list of executions. To see a call here, start this test and use the test URL.',
      },
      activationHint:
        'Publish the workflow, then enter its production URL in the portal or as a notification address.',
    },
    properties,
  };

  methods = { credentialTest: { messagingServiceApiTest: testCredential } };

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        return false;
      },
      /** A person gives the URL to the service, so there is nothing to register; the settings are checked instead. */
      async create(this: IHookFunctions): Promise<boolean> {
        checkSettings(this);
        return true;
      },
      async delete(this: IHookFunctions): Promise<boolean> {
        return true;
      },
    },
  };

  /**
   * Starts nothing by itself. n8n calls it whenever this process begins to listen, also when n8n starts, where a newer n8n calls none of the
   * `webhookMethods`.
   */
  async trigger(this: ITriggerFunctions): Promise<ITriggerResponse> {
    const { event, resumes } = readSettings(this);
    if (event === 'status' || !resumes) return {};
    const stop = listenForAnswers();
    return { closeFunction: async () => stop() };
  }

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    return await receive(this);
  }

  /** n8n runs it with the output of `webhook`, in queue mode on a worker. */
  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    // *Always Output Data* would start the workflow with an empty item for an event that comes again.
    this.getExecuteData().node.alwaysOutputData = false;
    return [await withoutRepeats(this)];
  }
}
