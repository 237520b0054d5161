export const callerDoubt = {
  failed_check: 'Peut-être usurpé : l’opérateur a vérifié ce numéro, et il n’est pas à qui appelle.',
  called_number: 'Peut-être usurpé : c’est le numéro appelé.',
  own_number: 'Peut-être usurpé : ce numéro est à quelqu’un d’ici qui n’appelle pas en ce moment.',
  no_such_number: 'Peut-être usurpé : un tel numéro n’existe pas.',
  neighbour: 'Peut-être usurpé : seuls les derniers chiffres diffèrent du vôtre, et vous ne le connaissez pas.',
  blocked: 'Vous avez bloqué ce numéro.',
};
