export const sandbox = {
  title: 'Seu crédito de teste liga para uma rede de treino',
  body: 'Ela se comporta como a rede telefônica e é simulada: o telefone de ninguém toca. Qualquer número toca 2 segundos, atende, diz o número discado e faz eco. Os quatro últimos dígitos escolhem outra coisa:',
  any: 'Toca 2 s, atende, diz o número, faz eco',
  end0001: 'Ocupado',
  end0002: 'Toca e nunca atende',
  end0003: 'Recusa a chamada',
  end0004: 'O número não existe',
  end0005: 'A primeira rota falha, a segunda atende',
  end0006: 'Desliga depois de 5 segundos',
  end0007: 'Um aviso prévio, depois indisponível',
  end0008: 'Atende em silêncio',
  end0009: 'Ocupado; depois liga de volta: esta página e seus telefones SIP tocam',
};
