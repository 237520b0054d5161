/**
 * INVITEs and REGISTERs a second of one address; of one user, and of each connection of an excepted address, which stands for many; to one
 * number by a carrier, and of a carrier to all of them; and for how long whoever passed it is refused.
 */
export type FloodSettings = {
  invitesPerSecond: number;
  userInvitesPerSecond: number;
  numberInvitesPerSecond: number;
  carrierInvitesPerSecond: number;
  banSeconds: number;
  exceptions: readonly string[];
};

/** What a machine gets that asks for nothing else. */
export const defaultFloodSettings: FloodSettings = {
  invitesPerSecond: 60,
  userInvitesPerSecond: 60,
  numberInvitesPerSecond: 60,
  carrierInvitesPerSecond: 600,
  banSeconds: 5,
  exceptions: [],
};

/** The numbers among them, as Kamailio's script names them. */
export const floodNumbers = (flood: FloodSettings): Record<string, string> => ({
  FLOOD_INVITES_PER_SECOND: String(flood.invitesPerSecond),
  FLOOD_INVITES_OF_USER: String(flood.userInvitesPerSecond),
  FLOOD_INVITES_TO_NUMBER: String(flood.numberInvitesPerSecond),
  FLOOD_INVITES_OF_CARRIER: String(flood.carrierInvitesPerSecond),
  FLOOD_BAN_SECONDS: String(flood.banSeconds),
});
