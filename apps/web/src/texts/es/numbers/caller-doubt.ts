export const callerDoubt = {
  failed_check: 'Posiblemente falsificado: el operador lo comprobó y no es el número de quien llama.',
  called_number: 'Posiblemente falsificado: es el mismo número al que se llama.',
  own_number: 'Posiblemente falsificado: este número es de un usuario de aquí que ahora no está llamando.',
  no_such_number: 'Posiblemente falsificado: ese número no existe.',
  neighbour: 'Posiblemente falsificado: solo se diferencia del tuyo en los últimos dígitos y no lo conoces.',
  blocked: 'Has bloqueado este número.',
};
