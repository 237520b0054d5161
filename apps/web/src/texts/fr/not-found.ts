export const notFound = {
  title: 'Page introuvable',
  body: 'Il n’y a pas de page à cette adresse. Le numéro que vous avez demandé, pour ainsi dire, n’est pas attribué.',
  home: 'Aller à l’accueil',
  dashboard: 'Tableau de bord',
};
