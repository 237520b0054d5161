export const help = {
  pageTitle: 'Ajuda',
  lead: 'Respostas curtas ao que as pessoas perguntam. Cada número é aquele com que este serviço realmente trabalha.',
  contents: 'Nesta página',
  callTitle: 'Como ligo para alguém?',
  call1:
    'Entre e digite o número no telefone: como você discaria em casa, ou com o código do país, como +44 7700 900123, ou com 00 na frente. A bandeira no campo mostra qual país conta como o seu; toque nela para escolher outro. Você vê o país, o preço por minuto e quanto dura seu saldo antes de apertar Ligar.',
  call2:
    'Seu navegador pede o microfone na primeira chamada. Durante a chamada você vê o tempo, quanto já custou e quão boa é a conexão. Você pode abrir outras páginas do Farline; a chamada continua. Recarregar a página a encerra, após um aviso.',
  call3: 'Serviços de emergência como 112, 911 ou 999 não podem ser chamados daqui. Tenha outro telefone à mão.',
  moneyTitle: 'Quanto custa uma chamada?',
  money1:
    'O que o telefone mostra antes da chamada. O preço é congelado quando a chamada é autorizada e fica, mesmo que os preços mudem enquanto isso. Você paga só o tempo atendido: uma chamada ocupada, recusada ou não atendida não custa nada.',
  money2:
    'O tempo é cobrado nos passos que ficam ao lado do preço e arredondado para cima uma vez, no fim. A página de cada chamada mostra a conta linha por linha. Desligar não custa nada, e o crédito não expira.',
  money3:
    'Enquanto uma chamada dura, parte do seu saldo fica reservada para ela, de modo que várias chamadas ao mesmo tempo nunca gastem mais do que você tem. Um minuto antes de o dinheiro acabar você ouve um aviso; o que não for usado fica livre quando a chamada termina.',
  moneyLink: 'Ver todos os preços',
  simulatedTitle: 'O que é simulado aqui?',
  simulated1:
    'Uma conta nova liga para uma rede de treino. Ela toca, atende, fala, está ocupada ou falha como a rede telefônica, e não é uma: nenhum telefone real toca. Seu crédito de teste é gasto ali pelos preços verdadeiros. Telefones reais são alcançados assim que um pagamento seu estiver em ordem ou o operador abrir sua conta.',
  simulated2:
    'No teste WebRTC, Conectar é simulado e diz isso; o teste ao vivo ao lado é uma chamada real pelo motor telefônico. O simulador de cartões telefônicos toca suas mensagens sem linha telefônica.',
  simulatedLink: 'Teste WebRTC',
  simulatedCards: 'Simulador de cartões',
  soundTitle: 'Ninguém me ouve, ou não ouço nada',
  sound1:
    'Se o navegador recusou o microfone, permita-o pelo ícone na barra de endereços e ligue de novo. Os navegadores dão o microfone a páginas com https e a este próprio computador como localhost, a mais ninguém.',
  sound2:
    'Escolha o microfone e o alto-falante em Configurações, em Som; a barra mostra se você é ouvido. Depois ligue para o teste de eco, *43: é grátis, e você se ouve.',
  sound3:
    'Se estala ou para, olhe as barras durante a chamada: elas medem a perda e o atraso. Um cabo é melhor que o sem fio, e uma rede sem firewall rígido é melhor que uma com.',
  soundLink: 'Configurações de som',
  keysTitle: 'Posso usar o teclado?',
  keys1:
    'Sim, para tudo. No telefone: digite os números, Enter liga. Durante uma chamada, as teclas de dígitos, * e # são enviadas como tons. Nas listas, as setas movem, Enter abre, Esc fecha o que se abriu.',
  sipTitle: 'Posso usar um telefone de mesa ou um aplicativo?',
  sip1: 'Com um telefone SIP, sim: Configurações, Telefones SIP cria usuário e senha para cada um, mostrados uma vez, com o servidor e o domínio a informar. Se essa página disser que o registro ainda não está ativado aqui, as credenciais esperam até que esteja.',
  sipLink: 'Telefones SIP',
  safeTitle: 'Como minha conta é protegida?',
  safe1:
    'Configurações, Segurança mostra onde você está conectado e encerra o que não reconhece. Uma entrada em aparelho novo e uma mudança de senha ou e-mail são avisadas no sino e por e-mail. Os tipos de números caros ficam bloqueados até serem abertos para sua conta.',
  safeLink: 'Configurações de segurança',
  leaveTitle: 'Como levo meus dados ou saio?',
  leave1:
    'Configurações, Seus dados: tudo o que é guardado sobre você em um arquivo, e o fim da sua conta. Antes de encerrá-la, a página diz o que resta no seu saldo.',
  brokenTitle: 'Algo não funciona',
  broken1:
    'A página de status diz o que responde e o que não, conforme medido. Se tudo responde e ainda falha, diga a quem lhe deu este endereço o que você fez e o que a página disse.',
  brokenLink: 'Status',
  brokenApi: 'Teste da API',
};
