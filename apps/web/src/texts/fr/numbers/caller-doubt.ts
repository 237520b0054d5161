export const callerDoubt = {
  failed_check: 'Peut-être usurpé : l’opérateur a vérifié ce numéro, et ce n’est pas celui de l’appelant.',
  called_number: 'Peut-être usurpé : c’est le numéro appelé.',
  own_number: 'Peut-être usurpé : ce numéro appartient à quelqu’un d’ici, qui n’appelle pas en ce moment.',
  no_such_number: 'Peut-être usurpé : ce numéro n’existe pas.',
  neighbour: 'Peut-être usurpé : il ne diffère du vôtre que par les derniers chiffres, et vous ne le connaissez pas.',
  blocked: 'Vous avez bloqué ce numéro.',
};
