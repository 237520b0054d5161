export const contacts = {
  pageTitle: 'Contacts',
  listLabel: 'Contacts',
  safe: 'Rien n’a été modifié.',
  labelMobile: 'Mobile',
};
