/** What of WebRTC this browser has, at this address. */
export interface Support {
  peerConnection: boolean;
  dataChannel: boolean;
  microphone: boolean;
  /** Https, or this very machine: without it no microphone. */
  secure: boolean;
}

/** Looks what the browser has; asks for no permission. */
export function readSupport(browser: typeof globalThis): Support {
  const connection: typeof RTCPeerConnection | undefined = browser.RTCPeerConnection;
  const devices: MediaDevices | undefined = browser.navigator?.mediaDevices; // Absent on insecure origins, whatever its type says.
  return {
    peerConnection: connection !== undefined,
    dataChannel: connection !== undefined && 'createDataChannel' in connection.prototype,
    microphone: devices !== undefined && 'getUserMedia' in devices,
    secure: browser.isSecureContext === true,
  };
}
