import { defineTexts } from '../lib/language/i18n.ts';

/** Words of the WebRTC test. */
export const webrtcText = defineTexts('webrtc-test', {
  pageTitle: 'WebRTC test',
  lead: 'Whether this browser and this network can carry a telephone call.',

  supportTitle: 'This browser',
  supported: 'WebRTC is supported',
  unsupported: 'WebRTC is not supported',
  part_peerConnection: 'Real-time connections',
  part_dataChannel: 'Data channels',
  part_microphone: 'Microphone',
  part_secure: 'Secure address',
  has: 'Available',
  hasNot: 'Not available',
  secureNote: 'Browsers lend the microphone only to pages over https, or on this very machine by the name localhost.',

  connectionTitle: 'Connection test',
  connectionNote:
    'Connect is a simulation: it waits for 2 seconds and connects to nothing. For a real connection use the live test.',
  state_disconnected: 'Disconnected',
  state_connecting: 'Connecting (simulated)',
  state_connected: 'Connected (simulated)',
  connect: 'Connect',
  disconnect: 'Disconnect',
  testCapabilities: 'Test WebRTC Capabilities',
  testing: 'Testing',
  stunNote:
    'The capability test builds an offer and asks the public STUN server {{server}} for this browser’s address on the internet.',

  logTitle: 'Log',
  logCount_one: '{{count}} entry',
  logCount_other: '{{count}} entries',
  logEmpty: 'Nothing has happened yet.',
  clearLogs: 'Clear Logs',
  kind_info: 'Information',
  kind_success: 'Success',
  kind_warning: 'Warning',
  kind_error: 'Error',

  logSupported: 'WebRTC is supported by this browser',
  logUnsupported: 'WebRTC is not supported by this browser',
  logNoMicrophone: 'The microphone is not available at this address',
  logConnecting: 'Connecting (simulated)',
  logConnected: 'Connected (simulated: nothing was connected)',
  logDisconnected: 'Disconnected',
  logTestStarted: 'Testing WebRTC capabilities with {{server}}',
  logOffer: 'Test offer built: {{lines}} lines, audio by {{codecs}}',
  logNoTelephoneCodec: 'The offer has no telephone codec (PCMU or PCMA): calls cannot work',
  logCandidate: 'Address found: {{kind}}',
  candidate_host: 'of this machine ({{protocol}})',
  candidate_srflx: 'as the internet sees it, from the STUN server ({{protocol}})',
  candidate_prflx: 'as the other side sees it ({{protocol}})',
  candidate_relay: 'of a relay ({{protocol}})',
  logGathered: 'Gathering is complete after {{seconds}} s: {{host}} of this machine, {{srflx}} from the STUN server',
  logGatheringLate:
    'Gathering was not complete within {{seconds}} s. So far: {{host}} of this machine, {{srflx}} from the STUN server',
  logStunSilent:
    'The STUN server gave no address: it cannot be reached from here, or UDP is blocked. Calls with Farline do not need it; the live test tells whether they work.',
  logTestFailed: 'The test offer could not be built: {{reason}}',
  logTestPassed: 'This browser can build WebRTC connections',

  liveTitle: 'Live test',
  liveBody:
    'A real call to the echo service, *43, through the voice engine. It is free and lasts {{seconds}} seconds. Speak: you hear yourself.',
  liveStart: 'Start live test',
  liveAgain: 'Test again',
  liveStop: 'Stop',
  live_starting: 'Waiting for your microphone',
  live_calling: 'Calling *43',
  live_measuring: 'Measuring, {{seconds}} s left',
  live_done: 'Measured over {{seconds}} s',
  live_idle: 'Not measured yet',
  live_failed: 'Not measured',
  guestNote:
    'You need no account for it. As a visitor you have five tests an hour from your network, one at a time, and each ends after a minute at most. Nobody is charged.',
  guestTooMany: 'Five tests an hour are what a visitor has',
  guestRunning: 'A test from your network is running already',
  guestRunningWay:
    'Visitors of one network test one after another. Try again in a minute, or sign in and test at once.',
  figure_roundTrip: 'Round trip',
  figure_loss: 'Loss',
  figure_jitter: 'Jitter',
  note_roundTrip: 'to the engine and back',
  note_loss: 'sound that never arrived',
  note_jitter: 'unevenness of arrival',
  ms: '{{value}} ms',
  notMeasured: 'Not measured',
  grade_good: 'Good',
  grade_fair: 'Fair',
  grade_poor: 'Poor',
  verdict_good: 'Calls will sound clear',
  verdict_fair: 'Calls will work, with flaws now and then',
  verdict_poor: 'Calls will be hard to follow',
  verdict_silent: 'No sound came back',
  because_good: 'Delay, loss and jitter are all within what a good telephone line has.',
  because_roundTrip:
    'Sound takes long to travel: people will speak over each other. A network nearer to the server, or without VPN, helps.',
  because_loss: 'Sound gets lost on the way: words will drop out. A cable or a better Wi-Fi place helps.',
  because_jitter: 'Sound arrives unevenly: it will crackle. Fewer downloads on this network, or a cable, help.',
  because_silent:
    'The call was answered, but none of its sound arrived. A firewall between this browser and the engine may block UDP.',
  quietNote: 'Nothing was heard in what came back. If you were speaking, check your microphone.',

  problem_ended: 'The call ended before it was measured',
  problemBody_ended: 'Try again; if it happens again, contact support.',
  problem_no_answer: 'The echo service did not answer',
  problemBody_no_answer: 'It may be down. Nothing was charged. Try again in a minute.',
});

export type WebrtcKey = Parameters<typeof webrtcText.say>[0];
