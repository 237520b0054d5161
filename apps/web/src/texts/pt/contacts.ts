export const contacts = {
  pageTitle: 'Contatos',
  listLabel: 'Contatos',
  safe: 'Nada foi alterado.',
  labelMobile: 'Celular',
};
