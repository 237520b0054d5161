export const sandbox = {
  title: 'Qui répond sur le réseau d’essai',
  body: 'Il se comporte comme le réseau téléphonique, mais il est simulé : aucun téléphone ne sonne. Tout numéro sonne 2 secondes, répond, dit le numéro composé et vous renvoie votre voix. Les quatre derniers chiffres déclenchent autre chose :',
  any: 'Sonne 2 s, répond, dit le numéro, renvoie votre voix',
  end0001: 'Occupé',
  end0002: 'Sonne sans que personne réponde',
  end0003: 'Refuse l’appel',
  end0004: 'Numéro inexistant',
  end0005: 'La première ligne échoue, la seconde répond',
  end0006: 'Raccroche après 5 secondes',
  end0007: 'Une annonce, puis indisponible',
  end0008: 'Décroche, puis silence',
  end0009: 'Occupé, puis vous rappelle : cette page et vos téléphones SIP sonnent',
};
