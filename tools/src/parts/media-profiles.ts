/**
 * What rtpengine is told of who sends a description; its `direction` comes before that of who gets it. Sound counts from where it was agreed alone, from the first packet on
 * (`strict-source`, and nothing is learned from what comes in).
 */
const FROM_CARRIER = 'direction=carrier strict-source endpoint-learning-off';
const FROM_BRIDGE = 'direction=bridge strict-source endpoint-learning-off';
/** A phone's sound comes from, and goes to, the address that its signalling comes from, whatever it says. */
const FROM_PHONE = 'direction=phone strict-source SIP-source-address endpoint-learning-off';
/** The port that a phone's router chose may be learned from what comes encrypted, where that is known to be the phone's. */
const FROM_SECURE_PHONE = 'direction=phone strict-source SIP-source-address';
/**
 * Where an operator asked for it: addresses are learned from what comes in during the first three seconds, at best from one near
 * to what was agreed.
 */
const LEARNED = 'strict-source endpoint-learning-heuristic';
const LEARNED_FROM_PHONE = `direction=phone ${LEARNED} SIP-source-address`;
/** ICE and DTLS say where it is; what its description says by itself may be 0.0.0.0, which is no hold here. */
const FROM_BROWSER = 'direction=browser strict-source SIP-source-address';

/** Before the answer nobody knows where sound will come from: none goes through. */
const UNTIL_ANSWERED = 'drop-traffic=start';
const FROM_NOW_ON = 'drop-traffic=stop';

/** In the order that whoever offers prefers. */
const CODECS = 'codec-strip-all codec-except-PCMU codec-except-PCMA codec-except-telephone-event/8000';
/** Keys that a phone says by INFO are put into its sound; all of that is then decoded and encoded again. */
const WITH_KEYS = 'inject-DTMF codec-transcode-telephone-event';
const REPLACED = 'replace-origin replace-session-connection';
const ANONYMOUS = `${REPLACED} replace-username replace-session-name`;
const PLAIN = `ICE=remove RTP/AVP rtcp-mux-demux ${CODECS}`;
/** DTLS-SRTP and ICE, as browsers want it (RFC 8827, RFC 8839). */
const WEBRTC = 'ICE=force UDP/TLS/RTP/SAVPF rtcp-mux-require SDES-off generate-mid';
/** Keys by SDES (RFC 4568) alone, with the suites that phones have: an INVITE over UDP stays small. */
const SECURE = `ICE=remove RTP/SAVP DTLS=off rtcp-mux-demux SDES-no-NULL_HMAC_SHA1_80 SDES-no-NULL_HMAC_SHA1_32 SDES-no-F8_128_HMAC_SHA1_80 SDES-no-F8_128_HMAC_SHA1_32 SDES-no-AES_192_CM_HMAC_SHA1_80 SDES-no-AES_192_CM_HMAC_SHA1_32 SDES-no-AES_256_CM_HMAC_SHA1_32 SDES-no-AEAD_AES_128_GCM SDES-pad ${CODECS}`;

/** What rtpengine is told of when sound goes through, and of who gets a description. */
const PROFILES = {
  UNTIL_ANSWERED,
  FROM_NOW_ON,
  TOWARDS_CARRIER: `${ANONYMOUS} ${PLAIN} direction=carrier`,
  TOWARDS_BRIDGE: `${REPLACED} direction=bridge ICE=remove RTP/AVP`,
  CARRIER_TO_PHONE: `${REPLACED} ${PLAIN} direction=phone`,
  CARRIER_TO_SECURE_PHONE: `${REPLACED} ${SECURE} direction=phone`,
  TOWARDS_ATTENDANT: `${REPLACED} ${PLAIN} direction=bridge`,
  CARRIER_TO_BROWSER: `${REPLACED} ${WEBRTC} ${CODECS} direction=browser`,
  PHONE_TO_CARRIER: `${ANONYMOUS} direction=carrier`,
  TOWARDS_BROWSER: `${REPLACED} direction=browser ${WEBRTC}`,
  // A phone is answered in the kind of RTP that it offered: plain, or encrypted by SDES (RFC 4568), with ICE or without.
  TOWARDS_PHONE: `${REPLACED} direction=phone`,
};

/** The words by which Kamailio's script asks rtpengine for sound. `authenticatesFirst`: rtpengine learns from encrypted sound alone that it has decrypted. */
export function mediaProfiles({ authenticatesFirst }: { authenticatesFirst: boolean }): Record<string, string> {
  return {
    FROM_CARRIER,
    FROM_BRIDGE,
    FROM_PHONE,
    FROM_SECURE_PHONE: authenticatesFirst ? FROM_SECURE_PHONE : FROM_PHONE,
    FROM_BROWSER,
    LEARNED_FROM_CARRIER: `direction=carrier ${LEARNED}`,
    LEARNED_FROM_PHONE,
    LEARNED_FROM_SECURE_PHONE: authenticatesFirst ? FROM_SECURE_PHONE : LEARNED_FROM_PHONE,
    ...PROFILES,
    WITH_KEYS,
  };
}
