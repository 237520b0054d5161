export const help = {
  pageTitle: 'Ajuda',
  lead: 'Respostas curtas para as perguntas mais comuns.',
  contents: 'Nesta página',
  callTitle: 'Como ligo para alguém?',
  call1:
    'Entre e digite o número no telefone: como você discaria em casa, com o código do país, como +44 7700 900123, ou com 00 na frente. A bandeira no campo mostra qual país é considerado o seu; toque nela para escolher outro. Antes de tocar em Ligar, você vê o país, o preço por minuto e quanto tempo seu saldo dura.',
  call2:
    'Na primeira chamada, seu navegador pede para usar o microfone. Durante a chamada você vê o tempo, quanto já custou e a qualidade da conexão. Você pode abrir outras páginas do Farline; a chamada continua. Recarregar a página encerra a chamada, depois de um aviso.',
  call3: 'Não é possível ligar daqui para serviços de emergência como 112, 911 ou 999. Tenha outro telefone à mão.',
  moneyTitle: 'Quanto custa uma chamada?',
  money1:
    'O que o telefone mostra antes da chamada. O preço é fixado quando a chamada é autorizada e não muda, mesmo que os preços mudem nesse meio-tempo. Você paga só pelas chamadas atendidas: o tempo delas e, onde aparece, uma taxa de conexão. Se a linha está ocupada ou se a chamada é recusada ou não é atendida, não custa nada.',
  money2:
    'O tempo é cobrado nos blocos indicados ao lado do preço e arredondado para cima uma única vez, no fim. A página de cada chamada mostra a conta linha por linha. Não há taxa por desligar, e o crédito não expira.',
  money3:
    'Enquanto a chamada dura, parte do seu saldo fica reservada para ela, para que várias chamadas ao mesmo tempo nunca gastem mais do que você tem. Pouco antes de o saldo acabar, você ouve um aviso; o que não for usado volta a ficar disponível quando a chamada termina.',
  moneyLink: 'Ver todos os preços',
  simulatedTitle: 'O que é simulado aqui?',
  simulated1:
    'Uma conta nova liga para uma rede de testes. Ela toca, atende, fala, dá ocupado ou falha como a rede telefônica, mas não é uma: nenhum telefone de verdade toca. O crédito de teste, se você tiver, é gasto ali com os preços reais.',
  simulatedReal:
    'Você pode ligar para telefones de verdade assim que um pagamento seu for confirmado ou o administrador liberar sua conta.',
  simulatedOnly:
    'Daqui, nenhuma chamada chega a um telefone de verdade: todas são de teste, mesmo depois de adicionar saldo.',
  simulated2:
    'No teste WebRTC, o botão Conectar é simulado e avisa isso; o teste ao vivo ao lado é uma chamada real pelo sistema telefônico. O simulador de cartões telefônicos reproduz as mensagens sem linha telefônica.',
  simulatedLink: 'Teste WebRTC',
  simulatedCards: 'Simulador de cartões telefônicos',
  soundTitle: 'Ninguém me ouve ou não ouço nada',
  sound1:
    'Se o navegador recusou o microfone, permita-o pelo ícone na barra de endereços e ligue de novo. Os navegadores só permitem o microfone em páginas com https ou neste próprio computador, como localhost.',
  sound2:
    'Escolha o microfone e o alto-falante em Configurações, em Som; a barra ali mostra se dá para ouvir você. Depois ligue para o teste de eco, *43: é grátis, e você ouve a própria voz.',
  sound3:
    'Se o som chia ou falha, observe as barras durante a chamada: elas medem a perda e o atraso. Um cabo é melhor que o Wi-Fi, e uma rede sem firewall rígido é melhor que uma com.',
  soundLink: 'Configurações de som',
  keysTitle: 'Posso usar o teclado?',
  keys1:
    'Sim, para tudo. No telefone: digite os números e tecle Enter para ligar. Durante uma chamada, as teclas de dígitos, * e # são enviadas como tons, M silencia o microfone, H põe a chamada em espera e Esc, teclado duas vezes, desliga. Nas listas, as setas ou J e K movem a seleção, Enter abre e Esc fecha o que estiver aberto. / ou Ctrl K (⌘ K no Mac) busca qualquer coisa e ? mostra todos os atalhos.',
  sipTitle: 'Posso usar um telefone de mesa ou um aplicativo?',
  sip1: 'Sim, com um telefone SIP: em Configurações, Telefones SIP, você cria um usuário e uma senha para cada um, mostrados uma única vez, com o servidor e o domínio a informar. Se a página disser que os telefones ainda não podem se registrar aqui, as credenciais valerão quando puderem.',
  sipLink: 'Telefones SIP',
  safeTitle: 'Como minha conta é protegida?',
  safe1:
    'Em Configurações, Segurança, você vê onde está conectado e pode desconectar o que não reconhecer. Avisamos no sino e por e-mail quando alguém entra em um aparelho novo ou quando sua senha ou seu endereço mudam. Os tipos de números caros ficam bloqueados até serem liberados para a sua conta.',
  safeLink: 'Configurações de segurança',
  leaveTitle: 'Como levo meus dados ou encerro a conta?',
  leave1:
    'Em Configurações, Seus dados: tudo o que guardamos sobre você em um único arquivo, e o encerramento da conta. Antes de encerrá-la, a página diz quanto resta no seu saldo.',
  brokenTitle: 'Algo não está funcionando',
  broken1:
    'A página de status diz o que funciona e o que não funciona, segundo as medições. Se tudo funciona e mesmo assim dá erro, conte ao suporte o que você fez e o que a página disse.',
  brokenLink: 'Status',
  brokenApi: 'Teste da API',
};
