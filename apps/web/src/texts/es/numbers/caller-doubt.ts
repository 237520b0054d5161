export const callerDoubt = {
  failed_check: 'Quizá falsificado: el operador comprobó este número y no es de quien llama.',
  called_number: 'Quizá falsificado: es el número al que se llamó.',
  own_number: 'Quizá falsificado: este número es de alguien de aquí que ahora no está llamando.',
  no_such_number: 'Quizá falsificado: no existe tal número.',
  neighbour: 'Quizá falsificado: solo cambia las últimas cifras del tuyo, y no lo conoces.',
  blocked: 'Has bloqueado este número.',
};
