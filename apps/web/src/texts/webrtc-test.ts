import { defineTexts } from '../lib/language/i18n.ts';

/** Words of the WebRTC test. */
export const webrtcText = defineTexts('webrtc-test', {
  pageTitle: 'WebRTC test',
  lead: 'Whether this browser and this network can carry a telephone call.',

  supportTitle: 'This browser',
  supported: 'WebRTC is supported',
  unsupported: 'WebRTC isn’t supported',
  part_peerConnection: 'Real-time connections',
  part_dataChannel: 'Data channels',
  part_microphone: 'Microphone',
  part_secure: 'Secure address',
  has: 'Available',
  hasNot: 'Not available',
  secureNote: 'Browsers only let pages use the microphone over https, or on this very computer as localhost.',

  connectionTitle: 'Connection test',
  connectionNote:
    'Connect is a simulation: it waits for 2 seconds and connects to nothing. For a real connection use the live test.',
  state_disconnected: 'Disconnected',
  state_connecting: 'Connecting (simulated)',
  state_connected: 'Connected (simulated)',
  connect: 'Connect',
  disconnect: 'Disconnect',
  testCapabilities: 'Test WebRTC Capabilities',
  testing: 'Testing…',
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
  logUnsupported: 'WebRTC isn’t supported by this browser',
  logNoMicrophone: 'The microphone isn’t available at this address',
  logConnecting: 'Connecting (simulated)',
  logConnected: 'Connected (simulated: nothing was connected)',
  logDisconnected: 'Disconnected',
  logTestStarted: 'Testing WebRTC capabilities with {{server}}',
  logOffer: 'Test offer built: {{lines}} lines, audio by {{codecs}}',
  logNoTelephoneCodec: 'The offer has no telephone codec (PCMU or PCMA): calls can’t work',
  logCandidate: 'Address found: {{kind}}',
  candidate_host: 'of this machine ({{protocol}})',
  candidate_srflx: 'as the internet sees it, from the STUN server ({{protocol}})',
  candidate_prflx: 'as the other end sees it ({{protocol}})',
  candidate_relay: 'of a relay ({{protocol}})',
  logGathered: 'Gathering is complete after {{seconds}} s: {{host}} of this machine, {{srflx}} from the STUN server',
  logGatheringLate:
    'Gathering wasn’t complete within {{seconds}} s. So far: {{host}} of this machine, {{srflx}} from the STUN server',
  logStunSilent:
    'The STUN server gave no address: it can’t be reached from here, or UDP is blocked. Calls with Farline don’t need it; the live test tells you whether they work.',
  logTestFailed: 'The test offer couldn’t be built: {{reason}}',
  logTestPassed: 'This browser can build WebRTC connections',

  liveTitle: 'Live test',
  liveBody:
    'A real call to the echo service, *43, through the phone system. It’s free and lasts {{seconds}} seconds. Speak, and you’ll hear yourself.',
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
    'You don’t need an account. As a visitor you get five tests an hour from your network, one at a time, and each ends after a minute at most. Nobody is charged.',
  guestTooMany: 'Visitors get five tests an hour',
  guestRunning: 'A test from your network is already running',
  guestRunningWay:
    'Visitors on one network test one after another. Try again in a minute, or sign in to test right away.',
  figure_roundTrip: 'Round trip',
  figure_loss: 'Loss',
  figure_jitter: 'Jitter',
  note_roundTrip: 'to the phone system and back',
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
  because_good: 'Delay, loss and jitter are all as low as on a good phone line.',
  because_roundTrip:
    'Sound takes a long time to travel, so people will talk over each other. A network nearer to the server, or one without a VPN, helps.',
  because_loss: 'Sound gets lost on the way, so words will drop out. A cable or a better spot for Wi-Fi helps.',
  because_jitter: 'Sound arrives unevenly, so it’ll crackle. Fewer downloads on this network, or a cable, help.',
  because_silent:
    'The call was answered, but none of its sound arrived. A firewall between this browser and the phone system may be blocking UDP.',
  quietNote: 'Nothing was heard in what came back. If you were speaking, check your microphone.',

  problem_ended: 'The call ended before it was measured',
  problemBody_ended: 'Try again; if it happens again, contact support.',
  problem_no_answer: 'The echo service didn’t answer',
  problemBody_no_answer: 'It may be down. Nothing was charged. Try again in a minute.',
});

export type WebrtcKey = Parameters<typeof webrtcText.say>[0];
