export const unsaved = {
  title: 'Sair sem salvar?',
  lead: 'As alterações desta página não foram salvas e seriam perdidas.',
  stay: 'Ficar na página',
  leave: 'Sair sem salvar',
};
