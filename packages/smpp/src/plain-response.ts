import type { RequestCommand } from './commands.ts';
import type { SmppResponse } from './pdu.ts';

/** The response to a request that says its status and nothing else. */
export function plainResponse(command: RequestCommand, status: number): SmppResponse {
  switch (command) {
    case 'bind_receiver':
    case 'bind_transmitter':
    case 'bind_transceiver':
      return { command: `${command}_resp`, status, systemId: '', tlvs: new Map() };
    case 'submit_sm':
    case 'deliver_sm':
    case 'data_sm':
      return { command: `${command}_resp`, status, messageId: '' };
    case 'enquire_link':
    case 'unbind':
      return { command: `${command}_resp`, status };
  }
}
