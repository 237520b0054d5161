export const help = {
  pageTitle: 'Ajuda',
  sipLink: 'Telefones SIP',
  brokenLink: 'Status',
};
