package shop;

import org.springframework.data.mongodb.repository.MongoRepository;

public interface Sessions extends MongoRepository<Session, String> {}
