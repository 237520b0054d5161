export const sandbox = {
  title: 'Quem atende na rede de testes',
  body: 'Ela se comporta como a rede telefônica, mas é simulada: nenhum telefone toca de verdade. Qualquer número toca por 2 segundos, atende, diz o número que você discou e repete sua voz. Com os quatro últimos dígitos, você escolhe outra coisa:',
  any: 'Toca 2 s, atende, diz o número e repete sua voz',
  end0001: 'Ocupado',
  end0002: 'Toca e ninguém atende',
  end0003: 'Recusa a chamada',
  end0004: 'Número inexistente',
  end0005: 'A primeira rota falha, a segunda atende',
  end0006: 'Desliga depois de 5 segundos',
  end0007: 'Uma mensagem da operadora, depois indisponível',
  end0008: 'Atende em silêncio',
  end0009: 'Ocupado; depois liga de volta: esta página e seus telefones SIP tocam',
};
