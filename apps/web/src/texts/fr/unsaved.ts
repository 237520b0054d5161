export const unsaved = {
  title: 'Quitter sans enregistrer\u00a0?',
  lead: 'Vos modifications sur cette page ne sont pas enregistrées et seraient perdues.',
  stay: 'Rester sur la page',
  leave: 'Quitter sans enregistrer',
};
